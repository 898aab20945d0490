/// Wishes about one exchange that only the system's session can carry out; applied where the platform has them.
///
/// URLSession on Linux has none of these but `idleTimeout` and `usesCookies`.
public struct TransportOptions: Sendable, Hashable {
    /// What the traffic is for, so that the system can order it.
    public enum ServiceType: Sendable, Hashable {
        case standard, background, video, voice, responsiveData, avStreaming, responsiveAV
    }

    /// The longest silence: every byte sent or received starts it again. `nil` waits for ever.
    public var idleTimeout: Duration?
    /// The longest time until the answer's head is there, `nil` for any. It is what is left of the call's deadline.
    public var headTimeout: Duration?
    public var allowsCellularAccess = true
    public var allowsExpensiveNetworkAccess = true
    public var allowsConstrainedNetworkAccess = true
    /// Off, so that a call without a network fails at once and the app can say so.
    public var waitsForConnectivity = false
    public var assumesHTTP3Capable = false
    public var serviceType = ServiceType.standard
    /// Whether the system's cookie store is read and written for this exchange.
    public var usesCookies = false

    public init(idleTimeout: Duration? = .seconds(20)) {
        self.idleTimeout = idleTimeout
    }
}
