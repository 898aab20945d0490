import Foundation
import Roundtrip
import RoundtripTesting

/// A token endpoint that uses each refresh token once, as real ones do: a used one revokes the session.
final class FakeTokenServer: TokenRefresher {
    enum Behaviour: Sendable {
        case renew
        /// Renews without a new refresh token.
        case renewAccessOnly
        case refuse
        case fail(RefreshFailure)
        /// Does its work, and the answer never arrives.
        case loseAnswer
    }

    private struct State {
        var valid: Set<String>
        var count: Int
        var used: [String] = []
        var script: [Behaviour] = []
        var gate: Gate?
        var lifetime: Duration?
    }

    private let state: Locked<State>
    private let arrivals = Gate()

    init(valid: Set<String> = ["R1"], lifetime: Duration? = nil) {
        state = Locked(State(valid: valid, count: 1, lifetime: lifetime))
    }

    /// The refresh tokens that arrived, in order.
    var used: [String] { state.withLock { $0.used } }

    func next(_ behaviours: Behaviour...) {
        state.withLock { $0.script += behaviours }
    }

    /// Lets every refresh from now on wait.
    func hold() -> Gate {
        let gate = Gate()
        state.withLock { $0.gate = gate }
        return gate
    }

    func unhold() {
        state.withLock { $0.gate = nil }
    }

    func allow(_ token: String) {
        state.withLock { _ = $0.valid.insert(token) }
    }

    func refresh(using refreshToken: String) async throws -> TokenGrant {
        let (gate, behaviour) = state.withLock { state -> (Gate?, Behaviour) in
            state.used.append(refreshToken)
            return (state.gate, state.script.isEmpty ? .renew : state.script.removeFirst())
        }
        if let gate { try await gate.wait() }
        switch behaviour {
        case .renew: return try grant(refreshToken, rotates: true)
        case .renewAccessOnly: return try grant(refreshToken, rotates: false)
        case .refuse: throw RefreshRefused()
        case .fail(let failure): throw failure
        case .loseAnswer:
            _ = try grant(refreshToken, rotates: true)
            throw RefreshFailure(.timeout, mayHaveLostAnswer: true)
        }
    }

    private func grant(_ refreshToken: String, rotates: Bool) throws -> TokenGrant {
        try state.withLock { state in
            guard state.valid.contains(refreshToken) else {
                state.valid = []
                throw RefreshRefused()
            }
            state.count += 1
            guard rotates else { return TokenGrant(accessToken: "T\(state.count)", lifetime: state.lifetime) }
            state.valid.remove(refreshToken)
            state.valid.insert("R\(state.count)")
            return TokenGrant(
                accessToken: "T\(state.count)", refreshToken: "R\(state.count)", lifetime: state.lifetime)
        }
    }
}

/// A token store that fails when told to.
final class FakeTokenDatabase: TokenDatabase {
    private struct State {
        var session: StoredSession?
        var loadFailures: [TokenDatabaseError] = []
        var saveFailures: [TokenDatabaseError] = []
        var clearFailures: [TokenDatabaseError] = []
        var alwaysFailsToSave: TokenDatabaseError?
        var saveGate: Gate?
        var log: [String] = []
    }

    private let state: Locked<State>

    init(_ session: StoredSession? = nil) {
        state = Locked(State(session: session))
    }

    var session: StoredSession? {
        get { state.withLock { $0.session } }
        set { state.withLock { $0.session = newValue } }
    }
    var log: [String] { state.withLock { $0.log } }

    func failNextLoad(_ code: Int) { state.withLock { $0.loadFailures.append(TokenDatabaseError("x", code: code)) } }
    func failNextSave(_ code: Int) { state.withLock { $0.saveFailures.append(TokenDatabaseError("x", code: code)) } }
    func failNextClear(_ code: Int) { state.withLock { $0.clearFailures.append(TokenDatabaseError("x", code: code)) } }
    func failEverySave(_ code: Int) { state.withLock { $0.alwaysFailsToSave = TokenDatabaseError("x", code: code) } }

    /// Lets every save from now on wait before it writes, as on a slow disk.
    func holdSaves() -> Gate {
        let gate = Gate()
        state.withLock { $0.saveGate = gate }
        return gate
    }

    func load() async throws -> StoredSession? {
        try state.withLock { state in
            state.log.append("load")
            if !state.loadFailures.isEmpty { throw state.loadFailures.removeFirst() }
            return state.session
        }
    }

    func save(_ session: StoredSession) async throws {
        try await state.withLock { $0.saveGate }?.wait()
        try write(session)
    }

    func save(_ session: StoredSession, checking check: @Sendable (StoredSession?) throws -> Void) async throws {
        try await state.withLock { $0.saveGate }?.wait()
        try check(try await load())
        try write(session)
    }

    private func write(_ session: StoredSession) throws {
        try state.withLock { state in
            state.log.append("save \(session.tokens.accessToken)")
            if let error = state.alwaysFailsToSave { throw error }
            if !state.saveFailures.isEmpty { throw state.saveFailures.removeFirst() }
            state.session = session
        }
    }

    func clear() async throws {
        try state.withLock { state in
            state.log.append("clear")
            if !state.clearFailures.isEmpty { throw state.clearFailures.removeFirst() }
            state.session = nil
        }
    }
}
