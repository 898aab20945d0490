/// What a client proves its calls with: a user's session (`TokenRepository`) or something that does not change
/// (`FixedCredential`).
public protocol Credential: Sendable {
    /// The step that puts the credential into requests to these origins, and into no others.
    func middleware(origins: Set<Origin>) -> any Middleware

    /// The session that a call which begins now belongs to.
    func session() async throws -> CallSession
}

extension Credential {
    public func session() async throws -> CallSession { .none }
}

extension TokenRepository: Credential {
    public nonisolated func middleware(origins: Set<Origin>) -> any Middleware {
        AuthMiddleware(repository: self, origins: origins)
    }
}
