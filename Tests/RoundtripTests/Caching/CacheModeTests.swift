import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Stale answers and modes of the cache` {
    private typealias Answer = ScriptedTransport.Answer

    private static let offline = Answer.failure(TransportError(.offline, mayHaveBeenSent: false))

    /// A cache with a stored answer "old" that was fresh for 10 seconds, 30 seconds ago.
    private func bench(storing control: String = "max-age=10", _ handler: @escaping CacheBench.Handler) async throws
        -> CacheBench
    {
        let isFirst = Locked(true)
        let bench = CacheBench { request in
            if isFirst.withLock({ isFirst in
                defer { isFirst = false }; return isFirst
            }) {
                return CacheBench.text("old", ["Cache-Control": control, "ETag": "\"1\""])
            }
            return try await handler(request)
        }
        try await bench.send()
        bench.wait(30)
        return bench
    }

    // MARK: The client's wishes

    // RFC 9111, section 5.2.1; RFC 8246
    private static let wishes: [(wish: String, stored: String, isServed: Bool)] = [
        ("max-age=30", "max-age=60", true), ("max-age=29", "max-age=60", false), ("max-age=0", "max-age=60", false),
        ("max-age=0", "max-age=60, immutable", true), ("max-age=0", "max-age=20, immutable", false),
        ("no-cache", "max-age=60, immutable", false), ("no-cache", "max-age=60", false),
        ("min-fresh=30", "max-age=60", true), ("min-fresh=31", "max-age=60", false),
        ("min-fresh=x", "max-age=60", false),
        ("max-stale", "max-age=10", true), ("max-stale=20", "max-age=10", true), ("max-stale=19", "max-age=10", false),
        ("max-stale=x", "max-age=10", false), ("max-stale, max-age=30", "max-age=10", true),
        ("max-stale, max-age=29", "max-age=10", false), ("max-stale, min-fresh=1", "max-age=10", false),
        ("max-stale", "max-age=10, must-revalidate", false), ("max-stale", "max-age=10, no-cache", false),
        ("max-stale", "max-age=10, proxy-revalidate", true), ("foo", "max-age=60", true), ("foo", "max-age=30", false),
        ("foo", "max-age=60, no-cache", false), ("foo", "max-age=60, must-revalidate", true),
    ]

    @Test(arguments: wishes)
    func `a client's wish is kept, within what the server allows`(wish: String, stored: String, isServed: Bool)
        async throws
    {
        let bench = try await bench(storing: stored) { _ in .response(304) }
        let response = try await bench.send(headers: ["Cache-Control": wish])
        #expect((response.sourceName != "revalidated") == isServed)
        #expect(response.bodyText == "old")
        // The same, when nothing may be sent.
        let only = try await bench.send(headers: ["Cache-Control": wish + ", only-if-cached"], mode: .standard)
        #expect([200, 504].contains(only.status))
        #expect(bench.received.count == (isServed ? 1 : 2))
    }

    @Test func `only-if-cached with nothing stored is a 504, and nothing is sent`() async throws {
        let bench = CacheBench([])
        #expect(try await bench.send(headers: ["Cache-Control": "only-if-cached"]).status == 504)
        #expect(try await bench.send(mode: .only).status == 504)
        #expect(bench.received.isEmpty)
    }

    @Test(arguments: [HTTPMethod.get, .head, .post, .put])
    func `where nothing may be sent nothing is, whatever the method and whoever is signed in`(method: HTTPMethod)
        async throws
    {
        let bench = CacheBench([])
        for session in [CallSession.none, .unavailable("locked"), .signedIn(SessionID(rawValue: "A"))] {
            #expect(try await bench.send(method, mode: .only, session: session).status == 504)
            guard method.isSafe else { continue }
            let headers: HTTPHeaders = ["Cache-Control": "only-if-cached"]
            #expect(try await bench.send(method, headers: headers, session: session).status == 504)
        }
        #expect(bench.received.isEmpty)
    }

    // MARK: Modes

    @Test func `a reload asks the server, except about what cannot have changed`() async throws {
        let bench = try await bench(storing: "max-age=60") { _ in .response(304) }
        #expect(try await bench.send(mode: .reload).sourceName == "revalidated")
        #expect(bench.received[1].headers["Cache-Control"] == "max-age=0")
        #expect(bench.received[1].headers["If-None-Match"] == "\"1\"")
        let immutable = try await self.bench(storing: "max-age=60, immutable") { _ in .response(304) }
        #expect(try await immutable.send(mode: .reload).sourceName == "cache")
        immutable.wait(60)
        #expect(try await immutable.send(mode: .reload).sourceName == "revalidated")
    }

    private static let anyAge: [(stored: String, source: String)] = [
        ("max-age=60", "cache"), ("max-age=10", "stale"), ("max-age=10, must-revalidate", "revalidated"),
        ("max-age=60, must-revalidate", "cache"), ("no-cache", "revalidated"),
    ]

    @Test(arguments: anyAge)
    func `the cache first takes any age that the server does not forbid`(stored: String, source: String) async throws {
        let bench = try await bench(storing: stored) { _ in .response(304) }
        #expect(try await bench.send(mode: .cacheElseNetwork).sourceName == source)
    }

    @Test(arguments: anyAge)
    func `the cache alone takes any age that the server does not forbid, and sends nothing`(
        stored: String,
        source: String
    ) async throws {
        let bench = try await bench(storing: stored) { _ in .response(304) }
        let response = try await bench.send(mode: .only)
        #expect(response.status == (source == "revalidated" ? 504 : 200))
        #expect(bench.received.count == 1)
    }

    @Test func `without the cache nothing is looked up and nothing is kept`() async throws {
        let bench = try await bench(storing: "max-age=60") { _ in
            CacheBench.text("new", ["Cache-Control": "max-age=60"])
        }
        #expect(try await bench.send(mode: .none).bodyText == "new")
        #expect(!bench.received[1].headers.contains("If-None-Match"))
        #expect(try await bench.send().bodyText == "old")
    }

    @Test(arguments: ["max-age=60", "max-age=10"])
    func `the network first, and what is stored if that is offline`(stored: String) async throws {
        let bench = try await bench(storing: stored) { _ in Self.offline }
        let response = try await bench.send(mode: .networkElseCache(within: .seconds(5)))
        #expect(response.bodyText == "old")
        #expect(response.source == (stored == "max-age=60" ? .cache(age: .seconds(30)) : .stale(age: .seconds(30))))
        #expect(bench.received.count == 2)
    }

    @Test func `what is stored is served when the network is too slow, and the slow answer is kept`() async throws {
        let gate = Gate()
        let bench = try await bench { _ in CacheBench.text("new", ["Cache-Control": "max-age=60"]).held(by: gate) }
        let call = Task { try await bench.send(mode: .networkElseCache(within: .seconds(2))) }
        await bench.transport.requests(atLeast: 2)
        await bench.clock.advance(by: .seconds(2), afterSleepers: 1)
        #expect(try await call.value.source == .stale(age: .seconds(32)))
        gate.open()
        while try await bench.send(mode: .only).bodyText != "new" { await Task.yield() }
        #expect(bench.received.count == 2)
    }

    @Test func `a caller that leaves takes the network's answer along, unless it was served something already`()
        async throws
    {
        let gate = Gate()
        let bench = try await bench { _ in CacheBench.text("new").held(by: gate) }
        let call = Task { try await bench.send(mode: .networkElseCache(within: .seconds(2))) }
        await bench.transport.requests(atLeast: 2)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await bench.transport.disconnects(atLeast: 1)
    }

    @Test func `with nothing stored, or what may not be stale, the network's own end is the end`() async throws {
        let empty = CacheBench([Self.offline])
        await #expect(throws: TransportError.self) {
            try await empty.send(mode: .networkElseCache(within: .seconds(5)))
        }
        let strict = try await bench(storing: "max-age=10, must-revalidate") { _ in Self.offline }
        await #expect(throws: TransportError.self) {
            try await strict.send(mode: .networkElseCache(within: .seconds(5)))
        }
    }

    // MARK: Stale while revalidating

    // RFC 5861, section 3
    @Test func `a stale answer is served while one request confirms it`() async throws {
        let gate = Gate()
        let bench = try await bench(storing: "max-age=10, stale-while-revalidate=20") { request in
            CacheBench.text("new", ["Cache-Control": "max-age=60"]).held(by: gate)
        }
        for _ in 1...3 { #expect(try await bench.send().source == .stale(age: .seconds(30))) }
        await bench.transport.requests(atLeast: 2)
        gate.open()
        while try await bench.send(mode: .only).bodyText != "new" { await Task.yield() }
        #expect(try await bench.send().sourceName == "cache")
        #expect(bench.received.count == 2)
        #expect(bench.received[1].headers["If-None-Match"] == "\"1\"")
    }

    private static let notWhileRevalidating: [(stored: String, wish: HTTPHeaders)] = [
        ("max-age=10, stale-while-revalidate=19", [:]),
        ("max-age=10, stale-while-revalidate=60, must-revalidate", [:]),
        ("max-age=10, stale-while-revalidate=60, no-cache", [:]),
        ("max-age=10, stale-while-revalidate=60", ["Cache-Control": "no-cache"]),
        ("max-age=10, stale-while-revalidate=60", ["Cache-Control": "max-age=29"]),
        ("max-age=10, stale-while-revalidate=60", ["Cache-Control": "min-fresh=1"]),
        ("max-age=10, stale-while-revalidate=x", [:]),
    ]

    @Test(arguments: notWhileRevalidating)
    func `it is not served where server or client forbid it`(stored: String, wish: HTTPHeaders) async throws {
        let bench = try await bench(storing: stored) { _ in .response(304) }
        #expect(try await bench.send(headers: wish).sourceName == "revalidated")
    }

    @Test func `the confirmation outlives the caller, and a failed one is tried again by the next call`() async throws {
        let bench = try await bench(storing: "max-age=10, stale-while-revalidate=60") { _ in .response(500) }
        for count in 2...3 {
            let call = Task { try await bench.send() }
            #expect(try await call.value.sourceName == "stale")
            call.cancel()
            await bench.transport.requests(atLeast: count)
            // The place of the confirmation is free a moment after its answer.
            while bench.cache.isConfirming { await Task.yield() }
        }
        #expect(try await bench.send().bodyText == "old")
    }

    @Test func `a confirmation for which nobody waits takes a minute at most`() async throws {
        let gate = Gate()
        let bench = try await bench(storing: "max-age=10, stale-while-revalidate=600") { _ in
            .response(304).held(by: gate)
        }
        #expect(try await bench.send().sourceName == "stale")
        await bench.transport.requests(atLeast: 2)
        await bench.clock.advance(by: .seconds(60), afterSleepers: 1)
        await bench.transport.disconnects(atLeast: 1)
        while bench.cache.isConfirming { await Task.yield() }
        #expect(!gate.isOpen)
    }

    // MARK: Stale if error

    private static let failures: [Answer] = [
        .response(500), .response(502), .response(503), .response(504), offline,
        .failure(TransportError(.timeout, mayHaveBeenSent: true)),
        .failure(TransportError(.dns, mayHaveBeenSent: false)),
        .failure(TransportError(.cannotConnect, mayHaveBeenSent: false)),
        .failure(TransportError(.connectionLost, mayHaveBeenSent: true)),
    ]

    // RFC 5861, section 4
    @Test(arguments: 0..<failures.count)
    func `a stale answer is served on an error, after one attempt`(index: Int) async throws {
        let bench = try await bench(storing: "max-age=10, stale-if-error=20") { _ in Self.failures[index] }
        #expect(try await bench.send().source == .stale(age: .seconds(30)))
        #expect(bench.received.count == 2)
        let wished = try await self.bench { _ in Self.failures[index] }
        #expect(try await wished.send(headers: ["Cache-Control": "stale-if-error=20"]).bodyText == "old")
    }

    private static let notOnError: [(stored: String, wish: HTTPHeaders)] = [
        ("max-age=10", [:]), ("max-age=10, stale-if-error=19", [:]),
        ("max-age=10, stale-if-error=60, must-revalidate", [:]), ("no-cache, stale-if-error=60", [:]),
        ("max-age=10, stale-if-error=60", ["Cache-Control": "no-cache"]),
    ]

    @Test(arguments: notOnError)
    func `it is not served on an error where that was not allowed`(stored: String, wish: HTTPHeaders) async throws {
        let bench = try await bench(storing: stored) { _ in .response(500) }
        #expect(try await bench.send(headers: wish).status == 500)
    }

    private static let expiring: [(stored: String, mode: CacheMode)] = [
        ("max-age=40, must-revalidate", .networkElseCache(within: .seconds(60))),
        ("max-age=10, stale-if-error=25", .standard),
    ]

    // RFC 5861, section 4; RFC 9111, section 5.2.2.2
    @Test(arguments: expiring)
    func `what may no longer be served when the server fails at last is not`(stored: String, mode: CacheMode)
        async throws
    {
        for seconds in [4, 20] {
            let clock = Locked<TestClock?>(nil)
            let bench = try await bench(storing: stored) { _ in
                clock.withLock { $0 }?.advance(by: .seconds(seconds))
                return .response(503)
            }
            clock.withLock { $0 = bench.clock }
            #expect(try await bench.send(mode: mode).status == (seconds == 4 ? 200 : 503))
        }
    }

    @Test func `what must not be stale is not served for want of patience either`() async throws {
        let gate = Gate()
        let bench = try await bench(storing: "max-age=31, must-revalidate") { _ in CacheBench.text("new").held(by: gate)
        }
        let call = Task { try await bench.send(mode: .networkElseCache(within: .seconds(2))) }
        await bench.transport.requests(atLeast: 2)
        await bench.clock.advance(by: .seconds(2), afterSleepers: 1)
        gate.open()
        #expect(try await call.value.bodyText == "new")
    }

    @Test func `neither another refusal nor a danger is an error that a stale answer hides`() async throws {
        for answer in [Answer.response(403), .response(404), .response(429)] {
            let bench = try await bench(storing: "max-age=10, stale-if-error=60") { _ in answer }
            #expect(try await bench.send().status >= 400)
        }
        for kind in [TransportError.Kind.certificate, .pin, .tls, .responseTooLarge(limit: 1)] {
            let bench = try await bench(storing: "max-age=10, stale-if-error=60") { _ in
                .failure(TransportError(kind, mayHaveBeenSent: true))
            }
            await #expect(throws: TransportError(kind, mayHaveBeenSent: true)) { try await bench.send() }
        }
    }

    // MARK: What observers are told

    @Test func `each call says once what the cache had for it`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=10, stale-if-error=60", "ETag": "\"1\""]), .response(304),
            .response(503), .response(204), .response(404),
        ])
        for _ in 1...2 { try await bench.send() }
        bench.wait(10)
        try await bench.send()
        bench.wait(10)
        try await bench.send()
        try await bench.send(.put)
        try await bench.send(mode: .none)
        try await bench.send(mode: .only)
        #expect(await bench.outcomes.first(6) == [.miss, .hit, .revalidated, .stale, .bypassed, .miss])
    }
}
