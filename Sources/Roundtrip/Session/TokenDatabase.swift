/// Keeps one session across launches.
///
/// `load` tells three things apart, because confusing them signs people out: a session, no session (`nil`), and "cannot
/// be read now" (it throws).
public protocol TokenDatabase: Sendable {
    /// - Throws: `TokenDatabaseError`.
    func load() async throws -> StoredSession?
    /// Replaces what is stored, all of it or nothing.
    func save(_ session: StoredSession) async throws
    /// Replaces what is stored only if `check` does not object to it, asked as late as the store can: right before it
    /// replaces.
    ///
    /// A save can take longer than its process holds the session's lock, and meanwhile another process can have stored
    /// tokens that are newer. The default reads, asks and saves; a store with work to do before the replacement, or with
    /// a transaction of its own, asks later than that.
    ///
    /// - Throws: What `check` throws, and then nothing has been stored; otherwise `TokenDatabaseError`.
    func save(_ session: StoredSession, checking check: @Sendable (_ stored: StoredSession?) throws -> Void)
        async throws
    func clear() async throws
}

extension TokenDatabase {
    public func save(
        _ session: StoredSession,
        checking check: @Sendable (_ stored: StoredSession?) throws -> Void
    ) async throws {
        try check(try await load())
        try await save(session)
    }
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
    public func save(_ session: StoredSession, checking check: @Sendable (_ stored: StoredSession?) throws -> Void)
        throws
    {
        try check(self.session)
        self.session = session
    }
    public func clear() { session = nil }
}
