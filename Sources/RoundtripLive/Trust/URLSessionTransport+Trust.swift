public import Roundtrip

extension URLSessionTransport {
    /// A transport that refuses servers without a pinned key.
    ///
    /// - Throws: `PinningError.notSupportedHere` on Linux, where URLSession does not show certificates. Pins are never
    ///   silently left out.
    public convenience init(
        pinning: PublicKeyPinning,
        connectionsPerHost: Int = 6,
        time: any TimeSource = SystemTimeSource()
    ) throws(PinningError) {
        #if canImport(Security)
        self.init(TransportSecurity(pinning: pinning), connectionsPerHost: connectionsPerHost, time: time)
        #else
        throw .notSupportedHere
        #endif
    }

    #if canImport(Security)
    /// A transport that shows a client certificate to the servers it is meant for.
    public convenience init(
        identity: ClientIdentity,
        pinning: PublicKeyPinning? = nil,
        connectionsPerHost: Int = 6,
        time: any TimeSource = SystemTimeSource()
    ) {
        var security = TransportSecurity(pinning: pinning)
        security.identity = identity
        self.init(security, connectionsPerHost: connectionsPerHost, time: time)
    }
    #endif
}
