import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

/// One user's answers are never another's. CACHE-01
@Suite struct `The cache and its users` {
    private typealias Answer = ScriptedTransport.Answer
    private static let (a, b) = (SessionID(rawValue: "A"), SessionID(rawValue: "B"))

    private static func me(_ name: String) -> Answer {
        .response(headers: ["Cache-Control": "max-age=900", "ETag": "\"e\""], body: Data(name.utf8))
    }

    @Test func `another session, and nobody's, starts with nothing`() async throws {
        let bench = CacheBench([Self.me("A"), Self.me("B"), Self.me("nobody")])
        #expect(try await bench.send(session: .signedIn(Self.a)).bodyText == "A")
        #expect(try await bench.send(session: .signedIn(Self.b)).bodyText == "B")
        #expect(try await bench.send().bodyText == "nobody")
        #expect(try await bench.send(session: .signedIn(Self.a)).sourceName == "cache")
        #expect(!bench.received.contains { $0.headers.contains("If-None-Match") })
    }

    @Test func `while nobody knows who is signed in, nothing is read or kept`() async throws {
        let store = MemoryCacheStore()
        let bench = CacheBench(store: store) { _ in Self.me("x") }
        for _ in 1...2 {
            #expect(try await bench.send(session: .unavailable("locked")).sourceName == "network")
        }
        #expect(store.byteCount == 0)
    }

    @Test func `the end of a session removes its answers, and late ones are dropped`() async throws {
        let store = MemoryCacheStore()
        let gate = Gate()
        let bench = CacheBench(store: store) { request in
            request.target == "/slow" ? Self.me("slow").held(by: gate) : Self.me("A")
        }
        try await bench.send()
        let public_ = store.byteCount
        await bench.cache.sessionIs(Self.a)
        try await bench.send(session: .signedIn(Self.a))
        let late = Task { try await bench.send(.get, "/slow", session: .signedIn(Self.a)) }
        await bench.transport.requests(atLeast: 3)
        #expect(store.byteCount > public_)
        await bench.cache.sessionIs(nil)
        #expect(store.byteCount == public_)
        gate.open()
        #expect(try await late.value.bodyText == "slow")
        #expect(store.byteCount == public_)
        // A call that began in the session and comes to the cache only now.
        try await bench.send(session: .signedIn(Self.a))
        #expect(store.byteCount == public_)
        await bench.cache.sessionIs(Self.b)
        try await bench.send(session: .signedIn(Self.b))
        #expect(store.byteCount > public_)
    }

    @Test func `a confirmation in the background that ends after the sign-out is dropped`() async throws {
        let store = MemoryCacheStore()
        let gate = Gate()
        let answers = Locked<[Answer]>([
            .response(304).held(by: gate),
            .response(headers: ["Cache-Control": "max-age=0, stale-while-revalidate=60", "ETag": "\"e\""]),
        ])
        let bench = CacheBench(store: store) { _ in answers.withLock { $0.popLast() } }
        await bench.cache.sessionIs(Self.a)
        for _ in 1...2 { try await bench.send(session: .signedIn(Self.a)) }
        await bench.transport.requests(atLeast: 2)
        await bench.cache.sessionIs(nil)
        gate.open()
        while bench.cache.isConfirming { await Task.yield() }
        #expect(store.byteCount == 0)
    }

    @Test func `a credential that the request carries itself keeps its answers apart, and is not stored`() async throws
    {
        let store = SpyingStore()
        let bench = CacheBench(store: store) { request in
            .response(
                headers: ["Cache-Control": "max-age=900", "Vary": "Authorization, Cookie"],
                body: Data((request.headers["Authorization"] ?? request.headers["X-Api-Key"] ?? "none").utf8))
        }
        let users: [HTTPHeaders] = [
            ["Authorization": "Bearer MARK1"], ["Authorization": "Bearer MARK2"], ["X-Api-Key": "MARK3"],
            ["X-Api-Key": "MARK4"], ["X-Session": "MARK5"], ["x-session": "MARK6"], [:], ["X-Api-Key": "MARK7"],
        ]
        for headers in users { #expect(try await bench.send(headers: headers).sourceName == "network") }
        for headers in users { #expect(try await bench.send(headers: headers).sourceName == "cache") }
        let kept = store.saved.withLock { $0 }.flatMap { $0.selection.values.values }
        #expect(kept.count > users.count && !kept.contains { $0.contains("MARK") })
    }

    @Test func `with a token store, sign-in and sign-out are followed without being told`() async throws {
        let store = MemoryCacheStore()
        let clock = TestClock()
        let database = FakeTokenDatabase(nil)
        let repository = TokenRepository(database: database, refresher: FakeTokenServer(), time: clock)
        let transport = ScriptedTransport { request in
            .response(
                headers: ["Cache-Control": "max-age=900"], body: Data((request.headers["Authorization"] ?? "none").utf8)
            )
        }
        let base = try #require(URL(string: "https://api.example"))
        var configuration = ClientConfiguration(environment: .production(base), transport: transport)
        configuration.time = clock
        configuration.credential = repository
        configuration.cache = HTTPCache(store: store)
        let client = APIClient(configuration)
        let me = Request<String>.get("me")
        for (token, others) in [("TA", "TB"), ("TB", "TA")] {
            await repository.signIn(Tokens(accessToken: token, refreshToken: "R", receivedAt: clock.date))
            for expected in [HTTPResponse.Source.network, .cache(age: .zero)] {
                let reply = try await client.reply(for: me)
                #expect(reply.source == expected)
                #expect(reply.attempts == (expected == .network ? 1 : 0))
                #expect(reply.value == "Bearer \(token)" && !reply.value.contains(others))
            }
            await repository.signOut()
            while store.byteCount > 0 { await Task.yield() }
        }
    }

    @Test func `nothing is kept of what was under way when everything was removed`() async throws {
        let store = MemoryCacheStore()
        let gate = Gate()
        let bench = CacheBench(store: store) { _ in Self.me("x").held(by: gate) }
        let call = Task { try await bench.send() }
        await bench.transport.requests(atLeast: 1)
        await bench.cache.removeAll()
        gate.open()
        _ = try await call.value
        #expect(store.byteCount == 0)
        try await bench.send()
        #expect(store.byteCount > 0)
        await bench.cache.remove(try #require(URL(string: "https://api.example/x")))
        #expect(store.byteCount == 0)
    }
}

/// Remembers everything that was ever given to it.
private final class SpyingStore: CacheStore {
    let saved = Locked<[StoredResponse]>([])
    private let store = MemoryCacheStore()

    func responses(for key: CacheKey) async -> [StoredResponse] { await store.responses(for: key) }

    func save(_ response: StoredResponse, for key: CacheKey) async {
        saved.withLock { $0.append(response) }
        await store.save(response, for: key)
    }

    func remove(_ key: CacheKey) async { await store.remove(key) }
    func removeSessions(except session: SessionID?) async { await store.removeSessions(except: session) }
    func removeAll() async { await store.removeAll() }
}
