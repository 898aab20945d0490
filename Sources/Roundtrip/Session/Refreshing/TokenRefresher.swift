/// Trades a refresh token for new tokens.
public protocol TokenRefresher: Sendable {
    /// Asks the server once.
    ///
    /// - Throws: `RefreshRefused` only if the server has definitely refused the token, since that ends the session;
    ///   `RefreshFailure` or any other error if it did not answer to the point, which leaves the session as it is.
    func refresh(using refreshToken: String) async throws -> TokenGrant
}

/// New tokens from the server (RFC 6749, section 5.1).
public struct TokenGrant: Hashable, Sendable {
    public let accessToken: String
    /// `nil` keeps the one that was used (section 6).
    public let refreshToken: String?
    public let lifetime: Duration?

    public init(accessToken: String, refreshToken: String? = nil, lifetime: Duration? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken.flatMap { $0.isEmpty ? nil : $0 }
        self.lifetime = lifetime
    }
}

extension TokenGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "TokenGrant(\(Redaction.placeholder))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["grant": description]) }
}

/// The server has definitely refused the refresh token.
public struct RefreshRefused: Error, Hashable, Sendable {
    public init() {}
}

/// The refresh came to nothing, and the session is kept.
public struct RefreshFailure: Error, Hashable, Sendable {
    /// What the waiting calls are told.
    public let error: NetworkError
    /// Whether the server may have made new tokens that never arrived.
    public let mayHaveLostAnswer: Bool

    public init(_ error: NetworkError, mayHaveLostAnswer: Bool) {
        self.error = error
        self.mayHaveLostAnswer = mayHaveLostAnswer
    }
}
