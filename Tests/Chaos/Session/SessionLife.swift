import Foundation
import Roundtrip
import RoundtripTesting

/// One life of a token repository: a few dozen events in an order that a seed decides, and a check after each.
///
/// Everything runs on this thread. After each event the jobs that it has set off run to their end, in random order, so
/// whatever still waits then waits for the server, the store or the clock.
final class SessionLife {
    let ledger: Ledger
    private var random: SeededGenerator
    private let clock = TestClock()
    private let server: HeldTokenServer
    private let store: MoodyTokenDatabase
    private let lock: MoodyLock
    private let repository: TokenRepository
    private var callers: [Caller] = []
    /// Those of them that may still have something to say.
    private var open: [Caller] = []
    private let statuses = Locked<[SessionStatus]>([])
    private var signIns = 0
    private var signOuts = 0

    init(seed: UInt64, isDetailed: Bool = false) {
        ledger = Ledger(isDetailed: isDetailed)
        var random = SeededGenerator(seed: seed)
        server = HeldTokenServer(ledger: ledger)
        server.lifetime = [nil, nil, .seconds(40), .seconds(3600)].randomElement(using: &random) ?? nil
        let tokens = Tokens(
            accessToken: "S0/T0", refreshToken: "S0/R0", receivedAt: clock.date, lifetime: server.lifetime)
        let isSignedIn = Int.random(in: 0..<8, using: &random) > 0
        store = MoodyTokenDatabase(isSignedIn ? StoredSession(id: SessionID(rawValue: "S0"), tokens: tokens) : nil)
        lock = MoodyLock(ledger: ledger)
        let sessions = Locked(0)
        repository = TokenRepository(
            database: store, refresher: server, lock: lock, time: clock,
            makeID: {
                sessions.withLock { count in
                    count += 1
                    return "S\(count)"
                }
            })
        self.random = random
    }

    func run(events: Int) {
        let listener = Task { [repository, statuses] in
            for await status in await repository.statuses() { statuses.withLock { $0.append(status) } }
        }
        for _ in 0..<events where ledger.isClean {
            happen()
            settle()
        }
        if ledger.isClean { end() }
        listener.cancel()
        JobQueue.shared.runAll(using: &random)
    }

    // MARK: Events

    private func happen() {
        switch Int.random(in: 0..<30, using: &random) {
        case 0..<4: call(.call(refusals: 0))
        case 4..<10: call(.call(refusals: Int.random(in: 1...2, using: &random)))
        case 10..<13:
            let tokens = Set(callers.flatMap(\.tokens)).sorted()
            guard let token = tokens.randomElement(using: &random) else { return }
            call(.lateRefusal(token))
        case 13..<19:
            let answer = [HeldTokenServer.Answer.allCases, [.renew, .renew]].joined().randomElement(using: &random)
            guard server.heldCount > 0, let answer else { return }
            server.answer(Int.random(in: 0..<server.heldCount, using: &random), answer)
        case 19:
            signIns += 1
            call(.signIn(tokens(ofSession: signIns)))
        case 20:
            signOuts += 1
            call(.signOut)
        case 21..<24:
            guard let caller = open.randomElement(using: &random) else { return }
            ledger.note("cancel \(caller)")
            caller.task.cancel()
            settle()
            if caller.isWaiting, !caller.plan.belongsToStore { ledger.violate("\(caller) was cancelled and waits on") }
        case 24, 25:
            let failures = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                MoodyTokenDatabase.Failure(isAfterwards: Bool.random(using: &random))
            }
            ledger.note("the store fails \(failures.map { $0.isAfterwards ? "afterwards" : "at once" })")
            store.fail(failures)
        case 26:
            ledger.note(store.isHeld ? "the store goes on" : "the store stops")
            if store.isHeld { store.release() } else { store.hold() }
        case 27:
            ledger.note("the lock fails next")
            lock.failNext()
        default:
            let seconds = [1, 15, 30, 36, 61].randomElement(using: &random) ?? 1
            ledger.note("\(seconds) s pass")
            clock.advance(by: .seconds(seconds))
        }
    }

    private func call(_ plan: Caller.Plan) {
        let caller = Caller(number: callers.count, plan, repository)
        callers.append(caller)
        open.append(caller)
        ledger.note("\(caller)")
    }

    /// The names of tokens begin with their session, so that one which is handed to another session shows.
    private func tokens(ofSession number: Int) -> Tokens {
        Tokens(
            accessToken: "S\(number)/T0",
            refreshToken: Int.random(in: 0..<8, using: &random) == 0 ? nil : "S\(number)/R0",
            receivedAt: clock.date, lifetime: server.lifetime)
    }

    private func settle() {
        JobQueue.shared.runAll(using: &random)
        check()
    }

    // MARK: Promises

    private func check() {
        for caller in open {
            if let problem = caller.problem { ledger.violate(problem) }
            for token in caller.tokens where !isSaved(token) {
                ledger.violate("\(token) is handed out before it is saved")
            }
            // Nothing is left to run, so only the server or the store can keep somebody waiting.
            if caller.isWaiting, server.liveCount == 0, !store.isHeld { ledger.violate("\(caller) waits for nothing") }
        }
        open.removeAll { !$0.isWaiting }
        let reasons = statuses.withLock { statuses in
            statuses.compactMap { if case .signedOut(let reason) = $0 { reason } else { nil } }
        }
        let refused = reasons.count { if case .refused = $0 { true } else { false } }
        if refused > server.refusals { ledger.violate("signed out as refused without a refusal") }
        if reasons.count(where: { $0 == .requested }) > signOuts { ledger.violate("signed out without being asked") }
        if reasons.contains(.elsewhere) { ledger.violate("signed out as if another process had done it") }
    }

    /// Tokens of a store that stops are handed out when the refresh has lasted too long.
    private func isSaved(_ token: String) -> Bool {
        token.hasSuffix("/T0") || store.hasSeen(token) || store.hasBeenHeld
    }

    /// Lets server, store and lock work again: then every caller must end, and the store must come to hold what is true.
    private func end() {
        ledger.note("everything works again")
        store.fail([])
        store.release()
        lock.heal()
        for _ in 1...4 {
            // Some way on, no refresh counts as a loop, and each store operation that has failed was tried again.
            clock.advance(by: .seconds(61))
            settle()
            answerAll()
        }
        call(.call(refusals: 0))
        settle()
        answerAll()
        for caller in open { ledger.violate("\(caller) never ends") }
        if lock.isHeld { ledger.violate("the lock is never given back") }
        switch statuses.withLock({ $0.last }) {
        case .signedIn(let id, let isSaved):
            if store.session?.id != id || !isSaved { ledger.violate("the session is not in the store") }
            if store.session?.tokens.accessToken != callers.last?.tokens.last {
                ledger.violate("the store does not hold the current tokens")
            }
        case .signedOut:
            if store.session != nil { ledger.violate("a session stays in the store after a sign-out") }
        case .unknown, nil: ledger.violate("nobody knows whether somebody is signed in")
        }
    }

    private func answerAll() {
        while server.heldCount > 0, ledger.isClean {
            server.answer(0, .renew)
            settle()
        }
    }
}
