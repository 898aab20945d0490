import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite struct `Token repository` {
    let clock = TestClock()
    let server = FakeTokenServer()

    private func stored(
        _ access: String = "T1",
        _ refresh: String? = "R1",
        id: String = "A",
        lifetime: Duration? = nil
    ) -> StoredSession {
        StoredSession(
            id: SessionID(rawValue: id),
            tokens: Tokens(accessToken: access, refreshToken: refresh, receivedAt: clock.date, lifetime: lifetime))
    }

    private func repository(_ database: FakeTokenDatabase, lock: any SessionLock = NoSessionLock()) -> TokenRepository {
        TokenRepository(database: database, refresher: server, lock: lock, time: clock)
    }

    private func tokens(_ access: String, _ refresh: String) -> Tokens {
        Tokens(accessToken: access, refreshToken: refresh, receivedAt: clock.date)
    }

    @Test func `a hundred refused callers share one refresh`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        let gate = server.hold()
        let results = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await repository.refresh(rejected: "T1") } }
            await gate.waiting(atLeast: 1)
            gate.open()
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(results == ["T2"])
        #expect(server.used == ["R1"])
    }

    // AUTH-03
    @Test func `a token refused late, when it is no longer the current one, sets off no second refresh`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        #expect(server.used == ["R1"])
    }

    // AUTH-03
    @Test func `a caller that comes during a refresh waits for it and never gets the old token`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        let gate = server.hold()
        async let first = repository.refresh(rejected: "T1")
        await gate.waiting(atLeast: 1)
        async let second = repository.validToken()
        gate.open()
        #expect(try await first == "T2")
        #expect(try await second == "T2")
    }

    // AUTH-02, CANCEL-02 (b)
    @Test func `the caller that started a refresh leaves at once when cancelled, and the others get its tokens`()
        async throws
    {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        let gate = server.hold()
        let starter = Task { try await repository.refresh(rejected: "T1") }
        await gate.waiting(atLeast: 1)
        let other = Task { try await repository.refresh(rejected: "T1") }
        starter.cancel()
        await #expect(throws: CancellationError.self) { try await starter.value }
        #expect(!gate.isOpen)
        gate.open()
        #expect(try await other.value == "T2")
        #expect(server.used == ["R1"])
        #expect(database.session?.tokens.refreshToken == "R2")
    }

    // AUTH-02
    @Test func `a refresh goes on when every caller has left`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        let gate = server.hold()
        let only = Task { try await repository.refresh(rejected: "T1") }
        await gate.waiting(atLeast: 1)
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        gate.open()
        #expect(try await repository.validToken() == "T2")
        #expect(server.used == ["R1"])
    }

    @Test func `a caller that is cancelled before it asks gets a cancellation and starts nothing`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        let gate = Gate()
        let task = Task {
            try? await gate.wait()
            return try await repository.refresh(rejected: "T1")
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.used.isEmpty)
    }

    // AUTH-01
    @Test(arguments: [
        FakeTokenServer.Behaviour.renew, .refuse, .fail(RefreshFailure(.offline, mayHaveLostAnswer: false)),
    ])
    func `a refresh that ends after another user signed in changes nothing for that user`(
        ending: FakeTokenServer.Behaviour
    ) async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        server.next(ending)
        let gate = server.hold()
        let session = try await repository.session()
        #expect(session == .signedIn(SessionID(rawValue: "A")))
        let caller = Task { try await repository.token(of: SessionID(rawValue: "A"), refused: "T1") }
        await gate.waiting(atLeast: 1)
        await repository.signOut()
        await #expect(throws: NetworkError.sessionExpired) { try await caller.value }
        server.allow("RB1")
        await repository.signIn(tokens("TB1", "RB1"))
        gate.open()
        #expect(try await repository.validToken() == "TB1")
        #expect(database.session?.tokens.accessToken == "TB1")
        server.unhold()
        // (c) A 401 of the new user starts a refresh of its own, with its own token.
        #expect(try await repository.refresh(rejected: "TB1") == "T2" || server.used.last == "RB1")
        #expect(server.used == ["R1", "RB1"])
    }

    // AUTH-01
    @Test func `a call of the old session is never given the new user's token`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        #expect(try await repository.session() == .signedIn(SessionID(rawValue: "A")))
        await repository.signIn(tokens("TB1", "RB1"))
        for refused in [nil, "T1", "TB1"] as [String?] {
            await #expect(throws: NetworkError.sessionExpired) {
                try await repository.token(of: SessionID(rawValue: "A"), refused: refused)
            }
        }
        #expect(server.used.isEmpty)
    }

    // AUTH-06
    @Test(arguments: [
        NetworkError.offline, .timeout, .connection(TransportError(.connectionLost, mayHaveBeenSent: true)),
        .server(ServerError(status: 503)), .server(ServerError(status: 429)), .server(ServerError(status: 302)),
        .decoding(DecodingFailure(.htmlPage, type: "TokenGrant", status: 200, byteCount: 9)),
    ])
    func `a refresh that fails for any other reason than a refusal keeps the session`(error: NetworkError) async throws
    {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        var statuses = await repository.statuses().makeAsyncIterator()
        #expect(await statuses.next() == .unknown)
        server.next(.fail(RefreshFailure(error, mayHaveLostAnswer: false)))
        await #expect(throws: error) { try await repository.refresh(rejected: "T1") }
        #expect(database.session == stored())
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        await repository.signOut()
        #expect(await statuses.next() == .signedIn(SessionID(rawValue: "A"), isSaved: true))
        #expect(await statuses.next() == .signedOut(.requested))
    }

    @Test func `a definite refusal ends the session once, clears the store and says why`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        var statuses = await repository.statuses().makeAsyncIterator()
        server.next(.refuse)
        await #expect(throws: NetworkError.sessionExpired) { try await repository.refresh(rejected: "T1") }
        await #expect(throws: NetworkError.sessionExpired) { try await repository.validToken() }
        #expect(await statuses.next() == .unknown)
        #expect(await statuses.next() == .signedIn(SessionID(rawValue: "A"), isSaved: true))
        #expect(await statuses.next() == .signedOut(.refused(afterLostAnswer: false)))
        await repository.signIn(tokens("T9", "R9"))
        #expect(await statuses.next().map { if case .signedIn = $0 { true } else { false } } == true)
        #expect(database.log.filter { $0 == "clear" }.count == 1)
    }

    @Test func `a refusal after a lost answer says so`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        var statuses = await repository.statuses().makeAsyncIterator()
        server.next(.loseAnswer)
        await #expect(throws: NetworkError.timeout) { try await repository.refresh(rejected: "T1") }
        await #expect(throws: NetworkError.sessionExpired) { try await repository.refresh(rejected: "T1") }
        _ = await statuses.next()
        _ = await statuses.next()
        #expect(await statuses.next() == .signedOut(.refused(afterLostAnswer: true)))
    }

    // AUTH-07
    @Test func `an answer without a refresh token keeps the old one`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        server.next(.renewAccessOnly, .renewAccessOnly)
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        #expect(database.session?.tokens.refreshToken == "R1")
        #expect(try await repository.refresh(rejected: "T2") == "T3")
        #expect(server.used == ["R1", "R1"])
    }

    // KEY-02
    @Test func `a store that cannot be read is not a sign-out, and the next call reads it again`() async throws {
        let database = FakeTokenDatabase(stored())
        database.failNextLoad(-25308)
        database.failNextLoad(-25308)
        let repository = repository(database)
        await #expect(throws: NetworkError.credentialsUnavailable("x")) { try await repository.validToken() }
        #expect(try await repository.session() == .unavailable("x"))
        #expect(try await repository.validToken() == "T1")
        #expect(!database.log.contains("clear"))
    }

    // KEY-01
    @Test func `new tokens that cannot be saved are used, the app is told, and saving is tried again`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        var statuses = await repository.statuses().makeAsyncIterator()
        database.failNextSave(-25291)
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        #expect(database.session?.tokens.accessToken == "T1")
        #expect(await statuses.next() == .unknown)
        #expect(await statuses.next() == .signedIn(SessionID(rawValue: "A"), isSaved: true))
        #expect(await statuses.next() == .signedIn(SessionID(rawValue: "A"), isSaved: false))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(await statuses.next() == .signedIn(SessionID(rawValue: "A"), isSaved: true))
        #expect(database.session?.tokens.accessToken == "T2")
    }

    // KEY-01
    @Test func `if the store never takes them, the old refresh token is still never sent again`() async throws {
        let database = FakeTokenDatabase(stored())
        database.failEverySave(-34018)
        let repository = repository(database)
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        #expect(try await repository.refresh(rejected: "T2") == "T3")
        #expect(server.used == ["R1", "R2"])
    }

    // KEY-01
    @Test func `tokens are saved before anybody gets them`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        let token = try await repository.refresh(rejected: "T1")
        #expect(token == "T2")
        #expect(database.log.last == "save T2")
    }

    // KEY-04
    @Test func `tokens that another process has renewed are taken over without a refresh`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        #expect(try await repository.validToken() == "T1")
        database.session = stored("T2", "R2")
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        #expect(server.used.isEmpty)
    }

    // KEY-04
    @Test func `a refusal because another process was faster ends nothing`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        server.next(.refuse)
        let gate = server.hold()
        async let token = repository.refresh(rejected: "T1")
        await gate.waiting(atLeast: 1)
        database.session = stored("T2", "R2")
        gate.open()
        #expect(try await token == "T2")
        #expect(database.session == stored("T2", "R2"))
    }

    /// A lock that says whether it is held.
    private final class WatchedLock: SessionLock {
        private let held = Locked(false)
        var isHeld: Bool { held.withLock { $0 } }

        func acquire() async throws -> @Sendable () -> Void {
            held.withLock { $0 = true }
            return { self.held.withLock { $0 = false } }
        }
    }

    // KEY-04
    @Test func `a save that outlives its lock leaves what another process has stored meanwhile`() async throws {
        let database = FakeTokenDatabase(stored())
        let lock = WatchedLock()
        let repository = repository(database, lock: lock)
        #expect(try await repository.validToken() == "T1")
        let gate = database.holdSaves()
        let caller = Task { try await repository.refresh(rejected: "T1") }
        await gate.waiting(atLeast: 1)
        #expect(lock.isHeld)
        clock.advance(by: .seconds(30))
        #expect(try await caller.value == "T2")
        #expect(!lock.isHeld)
        database.session = stored("T3", "R3")
        gate.open()
        #expect(try await repository.refresh(rejected: "T2") == "T3")
        #expect(database.session == stored("T3", "R3"))
        #expect(server.used == ["R1"])
    }

    @Test func `another process's sign-out ends the session here at the next refresh`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        #expect(try await repository.validToken() == "T1")
        database.session = nil
        await #expect(throws: NetworkError.sessionExpired) { try await repository.refresh(rejected: "T1") }
        #expect(server.used.isEmpty)
    }

    @Test func `a refresh that hangs ends by its own timeout, and the next one can start`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        let gate = server.hold()
        let caller = Task { try await repository.refresh(rejected: "T1") }
        await gate.waiting(atLeast: 1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        await #expect(throws: NetworkError.timeout) { try await caller.value }
        server.unhold()
        #expect(try await repository.refresh(rejected: "T1") == "T2")
    }

    @Test func `a token is renewed a minute, or a tenth of its life, before it runs out`() async throws {
        let hour = repository(FakeTokenDatabase(stored(lifetime: .seconds(3600))))
        clock.advance(by: .seconds(3539))
        #expect(try await hour.validToken() == "T1")
        clock.advance(by: .seconds(1))
        #expect(try await hour.validToken() == "T2")
    }

    @Test func `an early renewal that fails leaves the token that is still good in use`() async throws {
        let repository = repository(FakeTokenDatabase(stored(lifetime: .seconds(100))))
        clock.advance(by: .seconds(95))
        server.next(.fail(RefreshFailure(.offline, mayHaveLostAnswer: false)))
        #expect(try await repository.validToken() == "T1")
        clock.advance(by: .seconds(5))
        server.next(.fail(RefreshFailure(.offline, mayHaveLostAnswer: false)))
        await #expect(throws: NetworkError.offline) { try await repository.validToken() }
    }

    @Test func `without a refresh token an old access token is used until the server refuses it`() async throws {
        let repository = repository(FakeTokenDatabase(stored("T1", nil, lifetime: .seconds(100))))
        clock.advance(by: .seconds(1000))
        #expect(try await repository.validToken() == "T1")
        #expect(try await repository.token(of: SessionID(rawValue: "A"), refused: "T1") == nil)
    }

    @Test func `new tokens refused again and again stop being renewed, and the session is kept`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        var token = try await repository.validToken()
        for _ in 0..<6 { token = try await repository.refresh(rejected: token) }
        await #expect {
            try await repository.refresh(rejected: token)
        } throws: {
            if case NetworkError.credentialsUnavailable = $0 { true } else { false }
        }
        #expect(server.used.count == 6)
        #expect(database.session?.tokens.accessToken == token)
        clock.advance(by: .seconds(30))
        #expect(try await repository.refresh(rejected: token) == "T8")
    }

    @Test func `tokens that worked before they were refused are no loop`() async throws {
        let repository = repository(FakeTokenDatabase(stored()))
        var token = try await repository.validToken()
        for _ in 0..<50 {
            token = try await repository.refresh(rejected: token)
            await repository.accepted(token)
        }
        #expect(server.used.count == 50)
    }

    /// Moves time on by this much as soon as somebody waits for it.
    private func pass(_ seconds: Int) async {
        while clock.pendingSleeps.last != .seconds(seconds) { await Task.yield() }
        clock.advance(by: .seconds(seconds))
    }

    private func reaches(_ lines: Int, in database: FakeTokenDatabase) async {
        while database.log.count(where: { $0 == "clear" }) < lines { await Task.yield() }
    }

    @Test func `a sign-out whose store does not answer is carried out later, after ever longer waits`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        #expect(try await repository.validToken() == "T1")
        let waits = [1, 2, 4, 8, 16, 32, 60, 60]
        for _ in waits { database.failNextClear(-25308) }
        await repository.signOut()
        for (count, wait) in waits.enumerated() {
            #expect(database.session != nil)
            await #expect(throws: NetworkError.sessionExpired) { try await repository.validToken() }
            await pass(wait)
            await reaches(count + 2, in: database)
        }
        #expect(database.session == nil)
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `a sign-out that fails is carried out later also when one before it has worked`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        await repository.signOut()
        #expect(database.session == nil)
        await repository.signIn(tokens("T2", "R2"))
        #expect(database.session?.tokens.accessToken == "T2")
        database.failNextClear(-25308)
        await repository.signOut()
        #expect(database.session != nil)
        await pass(1)
        await reaches(3, in: database)
        #expect(database.session == nil)
    }

    @Test func `a sign-in makes the removal of the old session needless`() async throws {
        let database = FakeTokenDatabase(stored())
        let repository = repository(database)
        #expect(try await repository.validToken() == "T1")
        database.failNextClear(-25308)
        await repository.signOut()
        await repository.signIn(tokens("T2", "R2"))
        await pass(1)
        for _ in 1...10 { #expect(try await repository.validToken() == "T2") }
        #expect(database.log.filter { $0 == "clear" }.count == 1)
        #expect(database.session?.tokens.accessToken == "T2")
    }
}
