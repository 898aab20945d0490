import Roundtrip

/// A token store in memory that fails when told, with or without having done its work, or holds its operations.
final class MoodyTokenDatabase: TokenDatabase {
    struct Failure {
        let isAfterwards: Bool
    }

    private struct State {
        var session: StoredSession?
        var failures: [Failure] = []
        var gate: CheckedContinuation<Void, Never>?
        var isHeld = false
        var hasBeenHeld = false
        var attempted: Set<String> = []
    }

    private let state: Locked<State>

    init(_ session: StoredSession?) {
        state = Locked(State(session: session))
    }

    var session: StoredSession? { state.withLock { $0.session } }
    var isHeld: Bool { state.withLock { $0.isHeld } }
    var hasBeenHeld: Bool { state.withLock { $0.hasBeenHeld } }

    /// Whether it was ever told to store this access token.
    func hasSeen(_ token: String) -> Bool { state.withLock { $0.attempted.contains(token) } }

    func fail(_ failures: [Failure]) {
        state.withLock { $0.failures = failures }
    }

    func hold() {
        state.withLock { ($0.isHeld, $0.hasBeenHeld) = (true, true) }
    }

    func release() {
        state.withLock { state in
            defer { (state.isHeld, state.gate) = (false, nil) }
            return state.gate
        }?.resume()
    }

    func load() async throws -> StoredSession? {
        try await operate { $0.session }
    }

    func save(_ session: StoredSession) async throws {
        state.withLock { _ = $0.attempted.insert(session.tokens.accessToken) }
        try await operate { $0.session = session }
    }

    func save(_ session: StoredSession, checking check: @Sendable (StoredSession?) throws -> Void) async throws {
        state.withLock { _ = $0.attempted.insert(session.tokens.accessToken) }
        try check(try await load())
        try await save(session)
    }

    func clear() async throws {
        try await operate { $0.session = nil }
    }

    /// The repository runs one operation after the other, so there is one to hold at most.
    private func operate<Result: Sendable>(_ work: @Sendable (inout State) -> Result) async throws -> Result {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.gate = continuation }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        return try state.withLock { state in
            guard let failure = state.failures.popLast() else { return work(&state) }
            if failure.isAfterwards { _ = work(&state) }
            throw TokenDatabaseError("the store is in a mood")
        }
    }
}
