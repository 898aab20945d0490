import Foundation
import Roundtrip

/// What a transport asks of servers and shows to them, beyond what the system does by itself.
struct TransportSecurity: Sendable {
    var pinning: PublicKeyPinning?
    #if canImport(Security)
    var identity: ClientIdentity?
    #endif

    /// Why a host was refused when last it showed its certificates. Several requests can wait for one connection, and
    /// URLSession tells only one of them what happened to it.
    private let refusals = Locked([String: TransportError.Kind]())

    init(pinning: PublicKeyPinning? = nil) {
        self.pinning = pinning
    }

    /// Notes what came of a host's certificates. `nil`: they are trusted.
    func note(_ refusal: TransportError.Kind?, of host: String) {
        refusals.withLock { $0[PinnedHost.normalized(host)] = refusal }
    }

    func refusal(of url: URL) -> TransportError.Kind? {
        guard let host = url.host(percentEncoded: true) else { return nil }
        return refusals.withLock { $0[PinnedHost.normalized(host)] }
    }
}
