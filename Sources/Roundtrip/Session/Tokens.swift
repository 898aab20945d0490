public import Foundation

/// The tokens of a session (RFC 6749, section 1.4 and 1.5). Descriptions never show them.
public struct Tokens: Hashable, Sendable, Codable {
    public let accessToken: String
    /// Without one, the session cannot be renewed.
    public let refreshToken: String?
    /// When they arrived, by this device's clock.
    public let receivedAt: Date
    /// How long the access token is good, counted from `receivedAt`; `nil` if the server did not say.
    public let lifetime: Duration?

    /// - Parameter lifetime: Zero or less says nothing, and counts as `nil`.
    public init(accessToken: String, refreshToken: String?, receivedAt: Date, lifetime: Duration? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.receivedAt = receivedAt
        self.lifetime = lifetime.flatMap { $0 > .zero ? $0 : nil }
    }

    /// Whether the access token has run out by this device's clock. The clock can be wrong: the server's 401 decides.
    func isExpired(at now: Date) -> Bool {
        lifetime.map { age(at: now) >= $0 } ?? false
    }

    /// Whether it is time for new ones: 60 seconds, or 10 % of the lifetime if that is less, before they run out.
    func isDueForRenewal(at now: Date) -> Bool {
        lifetime.map { age(at: now) >= $0 - min(.seconds(60), $0 / 10) } ?? false
    }

    /// A clock that was set back makes tokens look as if they came from the future; they count as new.
    private func age(at now: Date) -> Duration {
        .seconds(now.timeIntervalSince(receivedAt).clamped(to: 0...1e12))
    }
}

extension Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "Tokens(\(Redaction.placeholder), \(refreshToken == nil ? "no refresh token" : "with refresh token"))"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["tokens": description]) }
}
