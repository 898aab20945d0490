/// Keeps one session across launches.
///
/// `load` tells three things apart, because confusing them signs people out: a session, no session (`nil`), and "cannot
/// be read now" (it throws).
public protocol TokenDatabase: Sendable {
    /// - Throws: `TokenDatabaseError`.
    func load() async throws -> StoredSession?
    /// Replaces what is stored, all of it or nothing.
    func save(_ session: StoredSession) async throws
    func clear() async throws
}

/// Why the store did not do as told. The session is kept.
public struct TokenDatabaseError: Error, Hashable, Sendable {
    /// What to do about it, for a developer.
    public let reason: String
    /// The system's own number, such as an `OSStatus`.
    public let code: Int

    public init(_ reason: String, code: Int = 0) {
        self.reason = reason
        self.code = code
    }
}

/// Keeps the session in memory alone: for tests, previews and apps that sign in anew at each launch.
public actor InMemoryTokenDatabase: TokenDatabase {
    private var session: StoredSession?

    public init(_ session: StoredSession? = nil) {
        self.session = session
    }

    public func load() -> StoredSession? { session }
    public func save(_ session: StoredSession) { self.session = session }
    public func clear() { session = nil }
}
