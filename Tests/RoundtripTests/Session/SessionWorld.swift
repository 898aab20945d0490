import Foundation

@testable import Roundtrip

/// Everything around a `SessionState` that can happen in any order: callers, the store, the lock, the server, another
/// process. A value, so that all orders can be walked through.
struct SessionWorld: Hashable, Sendable {
    typealias Apply = @Sendable (inout SessionState, SessionState.Event, SessionState.Moment) -> [SessionState.Effect]

    /// What can still go wrong or be asked for; each is used up as it happens.
    struct Budget: Hashable, Sendable {
        var asks = 4
        var cancels = 1
        var signIns = 1
        var signOuts = 1
        var lostAnswers = 1
        var failedAnswers = 1
        var timeouts = 1
        var storeFailures = 1
        var foreignWrites = 1
    }

    enum StoreOperation: Hashable, Sendable {
        case load
        case lockedRead(Int)
        case reread(Int)
        case save(StoredSession, StoreKnowledge)
        case clear(SessionState.Clear)
    }

    struct Exchange: Hashable, Sendable {
        let refresh: Int
        let session: SessionID
        let token: String
        /// Whether the refresh was given up; its answer may still come.
        var isGivenUp = false
    }

    var state = SessionState()
    var budget = Budget()
    var callers: [Int: SessionState.Ask] = [:]
    var nextCaller = 0

    var store: StoredSession?
    var storeQueue: [StoreOperation] = []
    var lockWaiters: [Int] = []
    var lockHolder: Int?
    var exchanges: [Exchange] = []
    var hasRetry = false

    /// The server: the valid refresh token of each session (`nil`: revoked), and how many it has made.
    var validRefreshTokens: [SessionID: String] = [:]
    var tokenCount = 0

    // What the invariants need to remember.
    var replaced: Set<String> = []
    var refusedByServer: Set<SessionID> = []
    var signedOut: Set<SessionID> = []
    var announced: SessionID?
    var lastStatus = SessionStatus.unknown
    /// What another process has written and this one has not read.
    var unread: StoredSession?
    var everStored: Set<String> = []
    var excused: Set<String> = []
    var foundEmpty = false
    var foreignEnded: Set<SessionID> = []
    var violation: String?

    static let now = SessionState.Moment(date: Date(timeIntervalSince1970: 0), uptime: .zero)
    static let first = SessionID(rawValue: "A")
    static let second = SessionID(rawValue: "B")

    /// - Parameter isExpired: Whether the stored access token is due for renewal from the start.
    init(isExpired: Bool) {
        let tokens = Tokens(
            accessToken: "A0", refreshToken: "rA0",
            receivedAt: isExpired ? Self.now.date.addingTimeInterval(-3600) : Self.now.date,
            lifetime: isExpired ? .seconds(60) : nil)
        store = StoredSession(id: Self.first, tokens: tokens)
        validRefreshTokens[Self.first] = "rA0"
        everStored = ["A0"]
    }

    // MARK: Moves

    enum Move: Hashable, Sendable {
        case ask(SessionState.Ask)
        case cancel(Int)
        case signIn
        case signOut
        case store(succeeds: Bool)
        case grantLock
        case answer(Int, Answer)
        case timeOut
        case retry
        /// With the lock, or after it was lost, as it is when a system suspends the process that holds it.
        case foreignRefresh
        case foreignSignOut
    }

    enum Answer: Hashable, Sendable, CaseIterable {
        /// The server works and its answer arrives.
        case arrives
        /// The server works and its answer is lost.
        case isLost
        /// The server is not reached.
        case fails
    }

    var moves: [Move] {
        var moves: [Move] = []
        if budget.asks > 0 {
            // A caller of the first or second session, with the token that was or is current there refused, or none yet.
            moves += [.ask(.token(Self.first, refused: nil)), .ask(.token(Self.first, refused: "A0"))]
            if case .signedIn(let current) = state.phase {
                moves.append(.ask(.token(current.session.id, refused: current.accessToken)))
            }
        }
        if budget.cancels > 0 { moves += callers.keys.sorted().map { .cancel($0) } }
        if budget.signIns > 0 { moves.append(.signIn) }
        if budget.signOuts > 0 { moves.append(.signOut) }
        if !storeQueue.isEmpty {
            moves.append(.store(succeeds: true))
            if budget.storeFailures > 0 { moves.append(.store(succeeds: false)) }
        }
        if lockHolder == nil, !lockWaiters.isEmpty { moves.append(.grantLock) }
        for index in exchanges.indices {
            moves.append(.answer(index, .arrives))
            if budget.lostAnswers > 0 { moves.append(.answer(index, .isLost)) }
            if budget.failedAnswers > 0 { moves.append(.answer(index, .fails)) }
        }
        if budget.timeouts > 0, state.refresh != nil { moves.append(.timeOut) }
        if hasRetry { moves.append(.retry) }
        if budget.foreignWrites > 0, store != nil {
            moves.append(.foreignRefresh)
            moves.append(.foreignSignOut)
        }
        return moves
    }

    func after(_ move: Move, apply: Apply) -> SessionWorld {
        var world = self
        world.carryOut(move, apply)
        world.checkRest()
        return world
    }

    private mutating func carryOut(_ move: Move, _ apply: Apply) {
        switch move {
        case .ask(let ask):
            budget.asks -= 1
            nextCaller += 1
            callers[nextCaller] = ask
            run(.asked(nextCaller, ask), apply)
        case .cancel(let caller):
            budget.cancels -= 1
            callers[caller] = nil
            run(.left(caller), apply)
        case .signIn:
            budget.signIns -= 1
            validRefreshTokens[Self.second] = "rB0"
            run(.signedIn(StoredSession(id: Self.second, tokens: Self.tokens("B0", "rB0"))), apply)
        case .signOut:
            budget.signOuts -= 1
            run(.signOutRequested, apply)
        case .store(let succeeds):
            if !succeeds { budget.storeFailures -= 1 }
            run(carryOut(storeQueue.removeFirst(), succeeds: succeeds), apply)
            if succeeds { unread = nil }
        case .grantLock:
            let id = lockWaiters.removeFirst()
            lockHolder = id
            storeQueue.append(.lockedRead(id))
        case .answer(let index, let answer):
            answerExchange(index, answer, apply)
        case .timeOut:
            budget.timeouts -= 1
            guard let refresh = state.refresh else { return }
            if refresh.step == .saving, case .signedIn(let current) = state.phase {
                excused.insert(current.accessToken)
            }
            run(.timedOut(refresh: refresh.id), apply)
        case .retry:
            hasRetry = false
            run(.retryDue, apply)
        case .foreignRefresh:
            budget.foreignWrites -= 1
            guard let stored = store, let used = stored.tokens.refreshToken, validRefreshTokens[stored.id] == used
            else { return }
            store = StoredSession(id: stored.id, tokens: rotate(stored.id))
            unread = store
            everStored.insert(store?.tokens.accessToken ?? "")
        case .foreignSignOut:
            budget.foreignWrites -= 1
            if let stored = store { foreignEnded.insert(stored.id) }
            store = nil
            foundEmpty = true
        }
    }

    private mutating func answerExchange(_ index: Int, _ answer: Answer, _ apply: Apply) {
        let exchange = exchanges.remove(at: index)
        let outcome: SessionState.Outcome
        switch answer {
        case .fails:
            budget.failedAnswers -= 1
            outcome = .failed(.offline, mayHaveLostAnswer: false)
        case .arrives, .isLost:
            let isValid = validRefreshTokens[exchange.session] == exchange.token
            // A used refresh token revokes the whole family (RFC 9700, section 4.14.2).
            let tokens = isValid ? rotate(exchange.session) : nil
            if !isValid { validRefreshTokens[exchange.session] = nil }
            if answer == .isLost {
                budget.lostAnswers -= 1
                outcome = .failed(.timeout, mayHaveLostAnswer: true)
            } else if let tokens {
                replaced.insert(exchange.token)
                outcome = .renewed(tokens)
            } else {
                refusedByServer.insert(exchange.session)
                outcome = .refused
            }
        }
        run(
            .exchanged(refresh: exchange.refresh, session: exchange.session, used: exchange.token, outcome), apply)
    }

    private mutating func carryOut(_ operation: StoreOperation, succeeds: Bool) -> SessionState.Event {
        checkOverwriting(operation, succeeds: succeeds)
        let found: Result<StoredSession?, TokenDatabaseError> =
            succeeds ? .success(store) : .failure(TokenDatabaseError("locked"))
        switch operation {
        case .load:
            if succeeds, store == nil { foundEmpty = true }
            return .loaded(found)
        case .lockedRead(let id): return .locked(refresh: id, found)
        case .reread(let id): return .reread(refresh: id, found)
        case .save(let session, let known):
            guard succeeds else {
                excused.insert(session.tokens.accessToken)
                return .saved(session, .failed)
            }
            if !known.permits(session, over: store) { return .saved(session, .overtaken(by: store)) }
            store = session
            everStored.insert(session.tokens.accessToken)
            return .saved(session, .saved)
        case .clear(let clear):
            guard succeeds else { return .cleared(clear, succeeded: false) }
            if case .sessions(let ids) = clear, let stored = store, !ids.contains(stored.id) {
                return .cleared(clear, succeeded: true)
            }
            store = nil
            return .cleared(clear, succeeded: true)
        }
    }

    /// What the server does with a valid refresh token.
    private mutating func rotate(_ session: SessionID) -> Tokens {
        tokenCount += 1
        let name = "\(session.rawValue)\(tokenCount)"
        validRefreshTokens[session] = "r\(name)"
        return Self.tokens(name, "r\(name)")
    }

    private static func tokens(_ access: String, _ refresh: String) -> Tokens {
        Tokens(accessToken: access, refreshToken: refresh, receivedAt: now.date)
    }
}
