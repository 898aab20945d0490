/// Makes sure that only one process refreshes the tokens of a shared store at a time.
public protocol SessionLock: Sendable {
    /// Waits until the lock is free and takes it. Never blocks a thread.
    ///
    /// - Returns: What gives the lock back. It may be called more than once.
    /// - Throws: `CancellationError`, or any error if there can be no lock.
    func acquire() async throws -> @Sendable () -> Void
}

/// For a store that no other process uses.
public struct NoSessionLock: SessionLock {
    public init() {}

    public func acquire() -> @Sendable () -> Void { {} }
}
