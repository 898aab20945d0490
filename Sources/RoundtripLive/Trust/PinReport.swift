/// What the check of a server's pins has found, other than a match: once for each connection. It holds no key material.
public struct PinReport: Hashable, Sendable {
    public enum Finding: Hashable, Sendable {
        /// None of the server's certificates carries a pinned key.
        case noMatch
        /// The system gave no certificate.
        case noCertificate
        /// No certificate that could be read carries a pinned key, and at least one could not be read.
        case unreadableCertificate
        /// A key matched, but the pins have expired and refuse nothing any more: ship new ones.
        case matchOfExpiredPins
    }

    public enum Consequence: Hashable, Sendable {
        /// The connection was closed before anything was sent; the call fails as `untrustedServer`.
        case refused
        /// Let through, because pins are only watched for now.
        case allowedByReportOnly
        /// Let through, because the pins have expired.
        case allowedByExpiry
        /// Let through, because the app has switched pinning off.
        case allowedBySwitch
    }

    /// The host that was called.
    public let host: String
    /// The entry whose pins were asked: the host itself, or a domain above it.
    public let pinnedHost: String
    public let finding: Finding
    public let consequence: Consequence

    public init(host: String, pinnedHost: String, finding: Finding, consequence: Consequence) {
        self.host = host
        self.pinnedHost = pinnedHost
        self.finding = finding
        self.consequence = consequence
    }
}

extension PinReport: CustomStringConvertible {
    public var description: String { "\(finding) at \(host), pinned as \(pinnedHost): \(consequence)" }
}
