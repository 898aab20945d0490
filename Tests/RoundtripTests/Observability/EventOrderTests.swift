import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `What observers are told, in which order` {
    struct Script: Sendable, CustomTestStringConvertible {
        let name: String
        let answers: [ScriptedTransport.Answer]
        let events: [String]
        var call: @Sendable (APIClient) async throws -> Void = {
            _ = try await $0.send(Request<EmptyResponse>.get("things/\(7)"))
        }
        var testDescription: String { name }
    }

    static let scripts: [Script] = [
        Script(
            name: "one answer", answers: [.json("{}")],
            events: ["call GET", "attempt 1 GET", "attempt 1: 200", "end: 200"]),
        Script(
            name: "a retry", answers: [.response(503), .json("{}")],
            events: [
                "call GET", "attempt 1 GET", "attempt 1: 503", "retry in 1.0 seconds for 503", "attempt 2 GET",
                "attempt 2: 200", "end: 200",
            ]),
        Script(
            name: "a lost connection",
            answers: [
                .failure(TransportError(.connectionLost, mayHaveBeenSent: true)), .json("{}"),
            ],
            events: [
                "call GET", "attempt 1 GET", "attempt 1: connectionLost", "retry in 1.0 seconds for connectionLost",
                "attempt 2 GET", "attempt 2: 200", "end: 200",
            ]),
        Script(
            name: "a refresh and a replay", answers: [.response(401), .json("{}")],
            events: [
                "call GET", "attempt 1 GET", "attempt 1: 401", "refresh", "refresh: renewed", "replayed",
                "attempt 2 GET", "attempt 2: 200", "end: 200",
            ]),
        Script(
            name: "a retry before and after the replay",
            answers: [
                .response(503), .response(401), .response(502), .json("{}"),
            ],
            events: [
                "call GET", "attempt 1 GET", "attempt 1: 503", "retry in 1.0 seconds for 503", "attempt 2 GET",
                "attempt 2: 401", "refresh", "refresh: renewed", "replayed", "attempt 3 GET", "attempt 3: 502",
                "retry in 2.0 seconds for 502", "attempt 4 GET", "attempt 4: 200", "end: 200",
            ]),
        Script(
            name: "two redirects",
            answers: [
                .response(302, headers: ["Location": "/b"]),
                .response(307, headers: ["Location": "https://other.example/c"]), .json("{}"),
            ],
            events: [
                "call GET", "attempt 1 GET", "attempt 1: 302", "redirect 302 same origin", "attempt 2 GET",
                "attempt 2: 307", "redirect 307 other origin", "attempt 3 GET", "attempt 3: 200", "end: 200",
            ]),
        Script(
            name: "a server error", answers: [.response(404)],
            events: ["call GET", "attempt 1 GET", "attempt 1: 404", "end: server 404"]),
        Script(
            name: "an answer that does not decode", answers: [.json(#"{"id":"SECRET"}"#)],
            events: [
                "call GET", "attempt 1 GET", "attempt 1: 200", #"decodingFailed(type: "Thing", codingPath: "id")"#,
                "end: decoding 200",
            ],
            call: { _ = try await $0.send(Request<Thing>.get("things/\(7)")) }),
        Script(
            name: "dropped elements", answers: [.json(#"{"groups":[[{"id":1},{}],[{},{}]]}"#)],
            events: [
                "call GET", "attempt 1 GET", "attempt 1: 200", #"elementsDropped(count: 3, path: "groups[][]")"#,
                "end: 200",
            ],
            call: { _ = try await $0.send(Request<Groups>.get("groups")) }),
        Script(
            name: "an app that is too old", answers: [.response(426)],
            events: ["call GET", "attempt 1 GET", "attempt 1: 426", "upgradeRequired", "end: server 426"]),
        Script(
            name: "a POST of unknown outcome", answers: [.failure(TransportError(.timeout, mayHaveBeenSent: true))],
            events: ["call POST", "attempt 1 POST", "attempt 1: timeout", "end: outcomeUnknown"],
            call: { _ = try await $0.send(Request<EmptyResponse>.post("orders", body: ["a": 1])) }),
        Script(
            name: "a request that cannot be built", answers: [],
            events: ["call GET", "end: invalidRequest"],
            call: { _ = try await $0.send(Request<EmptyResponse>.get("a/\("..")/b")) }),
    ]

    struct Thing: Decodable, Sendable { let id: Int }
    struct Groups: Decodable, Sendable { let groups: [LossyArray<Thing>] }

    @Test(arguments: scripts)
    func `each script gives exactly these events`(script: Script) async throws {
        let log = EventLog()
        let bench = try TrafficBench(answers: script.answers) {
            $0.observers = [log]
            $0.cache = nil
        }
        _ = await bench.run(script.call)
        await bench.observers?.drain()
        #expect(log.lines == script.events)
        #expect(log.attempts.allSatisfy { $0.record == nil }, "nobody asked for details")
        let ids = Set(log.events.compactMap(\.callID))
        #expect(ids.count == 1, "every event of a call has its id")
        for event in log.events where event.callID == nil {
            #expect(event.kind.line.hasPrefix("refresh"))
        }
    }

    private struct CacheStep: Sendable {
        let outcome: NetworkEvent.CacheOutcome
        var mode = CacheMode.standard
        var answer: ScriptedTransport.Answer?
        var later: Duration = .zero
    }

    @Test func `each read tells what the cache had for it`() async throws {
        let fresh: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
        let steps = [
            CacheStep(outcome: .miss, mode: .only),
            CacheStep(outcome: .miss, answer: .json("{}", headers: fresh)),
            CacheStep(outcome: .hit),
            CacheStep(outcome: .bypassed, mode: .none, answer: .json("{}")),
            CacheStep(outcome: .revalidated, answer: .response(304, headers: fresh), later: .seconds(61)),
            CacheStep(outcome: .stale, mode: .cacheElseNetwork, later: .seconds(61)),
            CacheStep(outcome: .miss, mode: .reload, answer: .json("{}", headers: fresh)),
        ]
        let log = EventLog()
        let bench = try TrafficBench(answers: steps.compactMap(\.answer)) { $0.observers = [log] }
        for step in steps {
            bench.clock.advance(by: step.later)
            _ = try? await bench.client.send(
                Request<EmptyResponse>.get("things"), options: CallOptions { $0.cache = step.mode })
        }
        _ = try? await bench.client.send(Request<EmptyResponse>.post("things"))
        await bench.observers?.drain()
        let outcomes = log.events.compactMap { event -> NetworkEvent.CacheOutcome? in
            if case .cache(let outcome) = event.kind { outcome } else { nil }
        }
        #expect(outcomes == steps.map(\.outcome), "a write has none")
        #expect(log.ends.filter { $0.source == .cache(age: .zero) }.map(\.attempts) == [0])
    }

    @Test func `the circuit's phases are told when they change`() async throws {
        let log = EventLog()
        let bench = try TrafficBench(answers: [.response(500), .response(503), .json("{}")]) {
            $0.observers = [log]
            $0.options.retryPolicy = .never
            $0.circuitBreaker = CircuitBreaker.Thresholds(failures: 1)
        }
        let get = Request<EmptyResponse>.get("things")
        for _ in 0..<3 { _ = try? await bench.client.send(get) }
        bench.clock.advance(by: .seconds(31))
        _ = try await bench.client.send(get)
        await bench.observers?.drain()
        let phases = log.events.compactMap { event -> NetworkEvent.CircuitPhase? in
            guard case .circuitChanged("api.example", let phase) = event.kind else { return nil }
            return phase
        }
        #expect(phases == [.open, .halfOpen, .closed])
        #expect(log.ends.map(\.outcome).contains(.failed(.circuitOpen, status: nil)))
    }

    @Test func `calls that share an exchange are told with all their ids`() async throws {
        let log = EventLog()
        let gate = Gate()
        let coalescing = Coalescing()
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}").held(by: gate) }) {
            $0.observers = [log]
            $0.options.coalesces = true
            $0.callMiddleware = [coalescing]
        }
        let client = bench.client
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ["one", "two", "three"] {
                group.addTask {
                    let headers: HTTPHeaders = ["X-Request-ID": id]
                    _ = try await client.send(Request<EmptyResponse>(.get, "things", headers: headers))
                }
            }
            await bench.transport.requests(atLeast: 1)
            while coalescing.callerCount < 3 { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
        await bench.observers?.drain()
        let shared = log.events.compactMap { event -> Set<String>? in
            if case .coalesced(let callIDs) = event.kind { Set(callIDs) } else { nil }
        }
        #expect(shared == [["one", "two", "three"]])
        #expect(log.ends.count == 3)
        #expect(log.attempts.count == 1)
    }

    @Test func `sign-in, sign-out and a refused refresh are told with their reason`() async throws {
        let log = EventLog()
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) }) { $0.observers = [log] }
        bench.tokens.next(.refuse)
        _ = try? await bench.client.send(Request<EmptyResponse>.get("things"))
        await bench.repository.signIn(Tokens(accessToken: "T9", refreshToken: "R9", receivedAt: bench.clock.date))
        await bench.repository.signIn(Tokens(accessToken: "T8", refreshToken: "R8", receivedAt: bench.clock.date))
        await bench.repository.signOut()
        await bench.observers?.drain()
        let session = log.events.filter { $0.callID == nil }.map(\.kind)
        #expect(
            session == [
                .refreshStarted, .refreshFinished(.refused), .signedOut(.refused(afterLostAnswer: false)), .signedIn,
                .signedOut(.replaced), .signedIn, .signedOut(.requested),
            ])
        #expect(log.ends.map(\.outcome) == [.failed(.sessionExpired, status: nil)])
    }

    @Test func `a refresh over the token endpoint is a call of its own, in the same log`() async throws {
        let log = EventLog()
        let transport = ScriptedTransport([.json(#"{"access_token":"T2"}"#), .response(503)])
        let base = try #require(URL(string: "https://api.example"))
        var configuration = ClientConfiguration(environment: .production(base), transport: transport)
        configuration.observers = [log]
        let refresher = OAuthTokenRefresher(configuration.tokenEndpoint, location: "token", client: .none)
        _ = try await refresher.refresh(using: "R1")
        _ = try? await refresher.refresh(using: "R1")
        await configuration.observerQueues?.drain()
        #expect(
            log.lines == [
                "call POST", "attempt 1 POST", "attempt 1: 200", "end: 200",
                "call POST", "attempt 1 POST", "attempt 1: 503", "end: server 503",
            ])
        #expect(Set(log.events.map(\.endpoint)) == ["token refresh"])
        #expect(transport.received.allSatisfy { $0.headers["traceparent"] != nil })
    }

    @Test func `clients that share a session both hear of it, each observer once`() async throws {
        let (first, second) = (EventLog(), EventLog())
        let bench = try TrafficBench(answers: []) { $0.observers = [first] }
        let base = try #require(URL(string: TrafficBench.base))
        var configuration = ClientConfiguration(environment: .production(base), transport: bench.transport)
        configuration.observers = [second]
        configuration.credential = bench.repository
        let clients = [APIClient(configuration), APIClient(configuration)]
        _ = try await bench.repository.validToken()
        await bench.repository.signOut()
        await bench.observers?.drain()
        await configuration.observerQueues?.drain()
        for log in [first, second] { #expect(log.events.map(\.kind) == [.signedOut(.requested)]) }
        #expect(clients.count == 2)
    }

    @Test func `an attempt tells how long it waited at the gate`() async throws {
        let log = EventLog()
        let gate = Gate()
        let limiting = ConcurrencyGate(limits: ConcurrencyGate.Limits(perOrigin: 1))
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}").held(by: gate) }, skipsWaits: false) {
            $0.observers = [log]
            $0.attemptMiddleware = [limiting]
        }
        let (client, get) = (bench.client, Request<EmptyResponse>.get("things"))
        async let one = client.send(get)
        await bench.transport.requests(atLeast: 1)
        async let two = client.send(get)
        while limiting.waitingCount < 1 { await Task.yield() }
        bench.clock.advance(by: .seconds(3))
        gate.open()
        _ = try await (one, two)
        await bench.observers?.drain()
        #expect(log.attempts.map(\.gateWait) == [.zero, .seconds(3)])
    }

    @Test func `a request that is refused before it is sent is no attempt`() async throws {
        let log = EventLog()
        let base = try #require(URL(string: "http://plain.example"))
        var configuration = ClientConfiguration(environment: .production(base), transport: ScriptedTransport([]))
        configuration.observers = [log]
        configuration.cache = nil
        _ = try? await APIClient(configuration).send(Request<EmptyResponse>.get("things"))
        await configuration.observerQueues?.drain()
        #expect(log.lines == ["call GET", "end: invalidRequest"])
        #expect(log.ends.map(\.attempts) == [0])
    }

    @Test func `a host that may be called over plain http is told each time`() async throws {
        let log = EventLog()
        let base = try #require(URL(string: "http://old.example"))
        var environment = APIEnvironment.production(base)
        environment.insecureHosts = ["old.example"]
        var configuration = ClientConfiguration(
            environment: environment, transport: ScriptedTransport { _ in .json("{}") })
        configuration.observers = [log]
        let client = APIClient(configuration)
        for _ in 0..<2 { _ = try await client.send(Request<EmptyResponse>.get("things")) }
        await configuration.observerQueues?.drain()
        #expect(log.events.count { $0.kind == .insecureHostUsed(host: "old.example") } == 2)
    }
}
