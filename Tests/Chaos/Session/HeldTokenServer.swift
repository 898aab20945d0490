import Roundtrip

/// A token endpoint that answers when told, and notes what a client must never do.
final class HeldTokenServer: TokenRefresher {
    enum Answer: CaseIterable {
        case renew, renewAccessOnly, refuse, fail, loseAnswer, strangeError, cancellation
    }

    private struct Arrival {
        let id: Int
        let refreshToken: String
        let continuation: CheckedContinuation<TokenGrant, any Error>
        /// The client has stopped waiting; an answer may reach it all the same.
        var isGivenUp = false
    }

    private struct State {
        var count = 0
        var held: [Arrival] = []
        var cancelled: Set<Int> = []
        var replaced: Set<String> = []
        var refusals = 0
        var lifetime: Duration?
    }

    private let state = Locked(State())
    private let ledger: Ledger

    init(ledger: Ledger) {
        self.ledger = ledger
    }

    /// How many refreshes wait for an answer, those that were given up included.
    var heldCount: Int { state.withLock { $0.held.count } }
    var liveCount: Int { state.withLock { $0.held.count { !$0.isGivenUp } } }
    /// How often the server has definitely refused a client that still waited.
    var refusals: Int { state.withLock { $0.refusals } }
    var lifetime: Duration? {
        get { state.withLock { $0.lifetime } }
        set { state.withLock { $0.lifetime = newValue } }
    }

    func refresh(using refreshToken: String) async throws -> TokenGrant {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    if state.replaced.contains(refreshToken) {
                        ledger.violate("\(refreshToken) is sent after it was replaced")
                    }
                    state.held.append(
                        Arrival(
                            id: id, refreshToken: refreshToken, continuation: continuation,
                            isGivenUp: state.cancelled.contains(id)))
                    if state.held.count(where: { !$0.isGivenUp }) > 1 { ledger.violate("two refreshes are in flight") }
                }
            }
        } onCancel: {
            state.withLock { state in
                state.cancelled.insert(id)
                for index in state.held.indices where state.held[index].id == id { state.held[index].isGivenUp = true }
            }
        }
    }

    func answer(_ index: Int, _ answer: Answer) {
        let (arrival, number, lifetime) = state.withLock { state in
            let arrival = state.held.remove(at: index)
            state.count += 1
            if answer == .renew { state.replaced.insert(arrival.refreshToken) }
            if answer == .refuse, !arrival.isGivenUp { state.refusals += 1 }
            return (arrival, state.count, state.lifetime)
        }
        // A token's name begins with the session that it is for.
        let session = arrival.refreshToken.prefix { $0 != "/" }
        let access = "\(session)/T\(number)"
        ledger.note("answer \(arrival.refreshToken)\(arrival.isGivenUp ? ", given up," : "") with \(answer) \(number)")
        switch answer {
        case .renew:
            arrival.continuation.resume(
                returning: TokenGrant(accessToken: access, refreshToken: "\(session)/R\(number)", lifetime: lifetime))
        case .renewAccessOnly:
            arrival.continuation.resume(returning: TokenGrant(accessToken: access, lifetime: lifetime))
        case .refuse: arrival.continuation.resume(throwing: RefreshRefused())
        case .fail: arrival.continuation.resume(throwing: RefreshFailure(.offline, mayHaveLostAnswer: false))
        case .loseAnswer: arrival.continuation.resume(throwing: RefreshFailure(.timeout, mayHaveLostAnswer: true))
        case .strangeError: arrival.continuation.resume(throwing: TokenDatabaseError("strange"))
        case .cancellation: arrival.continuation.resume(throwing: CancellationError())
        }
    }
}
