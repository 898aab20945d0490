import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite struct `Retries with every step in the row` {
    private let get = Request<EmptyResponse>.get("things")
    private let post = Request<EmptyResponse>.post("orders", body: ["item": 1])
    private let keyedPost = Request<EmptyResponse>.post("orders", body: ["item": 1], idempotency: .generatedKey)

    @Test(arguments: [
        (0.0, [Duration.zero, .zero]), (1, [.seconds(1), .seconds(2)]), (0.5, [.milliseconds(500), .seconds(1)]),
    ])
    func `a server that always says 503 gets three attempts, with exactly these waits`(
        fraction: Double,
        waits: [Duration]
    ) async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(503) }, fraction: fraction)
        let (result, seen) = await bench.run { [get] in try await $0.send(get) }
        #expect(bench.transport.received.count == 3)
        #expect(seen == waits)
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == 503)
    }

    @Test func `a server that always says 401 gets two attempts, and the session is kept`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) })
        let (result, _) = await bench.run { [get] in try await $0.send(get) }
        #expect(bench.transport.received.count == 2)
        #expect(bench.transport.received.map { $0.headers["Authorization"] } == ["Bearer T1", "Bearer T2"])
        #expect(bench.tokens.used == ["R1"])
        #expect(bench.database.session?.tokens.accessToken == "T2")
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == 401)
    }

    // RETRY-03 (b)
    @Test func `one key and one body go through a 503, a refresh and a success`() async throws {
        let bench = try TrafficBench(answers: [.response(503), .response(401), .json("{}")])
        let (result, _) = await bench.run { [keyedPost] in try await $0.send(keyedPost) }
        #expect(throws: Never.self) { try result.get() }
        let received = bench.transport.received
        #expect(received.count == 3)
        #expect(Set(received.map { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(received.first?.headers["Idempotency-Key"]?.isEmpty == false)
        #expect(Set(received.map(\.body)).count == 1)
        #expect(Set(received.map { $0.headers["X-Request-ID"] }).count == 1)
    }

    @Test(arguments: [401, 421, 503])
    func `a POST that a redirect has completed is not sent again when what follows fails`(status: Int) async throws {
        let created = ScriptedTransport.Answer.response(303, headers: ["Location": "/orders/1"])
        let bench = try TrafficBench(answers: [created, .response(status)])
        let (result, _) = await bench.run { [post] in try await $0.send(post) }
        #expect(bench.transport.received.map(\.method) == [.post, .get])
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == status)
        // The next call shall not meet the same 401.
        #expect(bench.tokens.used == (status == 401 ? ["R1"] : []))
    }

    // RETRY-03 (c), (d)
    @Test func `a caller's key is sent as it is, and two calls have two keys`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") })
        _ = try await bench.client.send(post, options: CallOptions { $0.idempotency = .key("tap-1") })
        _ = try await bench.client.send(keyedPost)
        _ = try await bench.client.send(keyedPost)
        let keys = bench.transport.received.map { $0.headers["Idempotency-Key"] }
        #expect(keys[0] == "tap-1")
        #expect(Set(keys).count == 3)
    }

    // RETRY-03 (a)
    @Test(arguments: [TransportError.Kind.connectionLost, .timeout, .truncatedBody])
    func `a POST without a key whose answer is lost arrives once, and its outcome is unknown`(
        kind: TransportError.Kind
    ) async throws {
        let lost = TransportError(kind, mayHaveBeenSent: true)
        let bench = try TrafficBench(ScriptedTransport { _ in .failure(lost) })
        let (result, waits) = await bench.run { [post] in try await $0.send(post) }
        #expect(bench.transport.received.count == 1)
        #expect(waits.isEmpty)
        #expect(result.networkError == .outcomeUnknown(lost, idempotencyKey: nil))
    }

    @Test func `a keyed POST whose answers are all lost is unknown too, and tells its key`() async throws {
        let lost = TransportError(.connectionLost, mayHaveBeenSent: true)
        let bench = try TrafficBench(ScriptedTransport { _ in .failure(lost) })
        let (result, _) = await bench.run { [post] in
            try await $0.send(post, options: CallOptions { $0.idempotency = .key("k") })
        }
        #expect(bench.transport.received.count == 3)
        #expect(result.networkError == .outcomeUnknown(lost, idempotencyKey: "k"))
    }

    @Test func `a keyed POST that is lost, then refused a connection, is unknown all the same`() async throws {
        let bench = try TrafficBench(answers: [
            .failure(TransportError(.connectionLost, mayHaveBeenSent: true)),
            .failure(TransportError(.cannotConnect, mayHaveBeenSent: false)),
            .failure(TransportError(.cannotConnect, mayHaveBeenSent: false)),
        ])
        let (result, _) = await bench.run { [keyedPost] in try await $0.send(keyedPost) }
        guard case .outcomeUnknown? = result.networkError else {
            Issue.record("\(result)")
            return
        }
    }

    // RETRY-04
    @Test func `a body that exists once is sent once, and the caller gets the first answer`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(503) })
        let upload = Request<EmptyResponse>(
            .put, "files/1", body: .body(.oneShot(length: nil, HTTPByteStream([Data("once".utf8)]))))
        let (result, _) = await bench.run { try await $0.send(upload) }
        #expect(bench.transport.received.map(\.body) == [Data("once".utf8)])
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == 503)
    }

    // RETRY-05 (a)
    @Test func `a silent server holds a call no longer than its deadline`() async throws {
        let held = Gate()
        let bench = try TrafficBench(
            ScriptedTransport { _ in
                try await held.wait()
                return .response(200)
            }, skipsWaits: false)
        let task = Task { [bench, get] in
            try await bench.client.send(get, options: CallOptions { $0.deadline = .after(.seconds(12)) })
        }
        await bench.transport.requests(atLeast: 1)
        await bench.clock.sleepers(atLeast: 1)
        bench.clock.advance(by: .seconds(12))
        await #expect(throws: NetworkError.timeout) { try await task.value }
    }

    @Test func `a POST that meets its deadline in flight has an unknown outcome`() async throws {
        let held = Gate()
        let bench = try TrafficBench(
            ScriptedTransport { _ in
                try await held.wait()
                return .response(200)
            }, skipsWaits: false)
        let task = Task { [bench, post] in try await bench.client.send(post) }
        await bench.transport.requests(atLeast: 1)
        await bench.clock.sleepers(atLeast: 1)
        bench.clock.advance(by: .seconds(60))
        let result = await task.result
        #expect(
            result.networkError
                == .outcomeUnknown(TransportError(.timeout, mayHaveBeenSent: true), idempotencyKey: nil))
    }

    // RETRY-05 (b)
    @Test func `a server that asks for a day's rest gets it: the call ends at once with its answer`() async throws {
        let bench = try TrafficBench(answers: [.response(429, headers: ["Retry-After": "86400"])])
        let (result, waits) = await bench.run { [get] in try await $0.send(get) }
        #expect(waits.isEmpty)
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == 429)
        #expect(error.retryAfter == .seconds(86_400))
    }

    @Test func `Retry-After is waited for exactly`() async throws {
        let bench = try TrafficBench(answers: [.response(503, headers: ["Retry-After": "7"]), .json("{}")])
        let (_, waits) = await bench.run { [get] in try await $0.send(get) }
        #expect(waits == [.seconds(7)])
    }

    // CANCEL-01
    @Test func `cancelling during the backoff ends the call before time moves, and the policy is not asked again`()
        async throws
    {
        let asked = Locked(0)
        struct Always: RetryPolicy {
            let asked: Locked<Int>
            func decision(for failure: FailedAttempt) -> RetryDecision {
                asked.withLock { $0 += 1 }
                return .retry(after: .seconds(5))
            }
        }
        let bench = try TrafficBench(ScriptedTransport { _ in .response(503) }, skipsWaits: false)
        let task = Task { [bench, get] in
            try await bench.client.send(get, options: CallOptions { $0.retryPolicy = Always(asked: asked) })
        }
        await bench.clock.sleepers(atLeast: 2)
        task.cancel()
        #expect(await task.result.isCancellation)
        #expect(bench.transport.received.count == 1)
        #expect(asked.withLock { $0 } == 1)
        #expect(bench.clock.uptime == .zero)
    }

    @Test func `a policy that always says yes still repeats nothing unsafe, and not without a budget`() async throws {
        struct Always: RetryPolicy {
            func decision(for failure: FailedAttempt) -> RetryDecision { .retry(after: .zero) }
        }
        let bench = try TrafficBench(ScriptedTransport { _ in .response(503) }) {
            $0.retryBudget = RetryBudget(capacity: 4)
            $0.options.retryPolicy = Always()
        }
        _ = await bench.run { [post] in try await $0.send(post) }
        #expect(bench.transport.received.count == 1)
        _ = await bench.run { [get] in try await $0.send(get) }
        #expect(bench.transport.received.count == 1 + 5)
    }

    @Test func `an empty budget ends the call with the first answer`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(503) }) {
            $0.retryBudget = RetryBudget(capacity: 0)
        }
        let (result, _) = await bench.run { [get] in try await $0.send(get) }
        #expect(bench.transport.received.count == 1)
        #expect(result.networkError != nil)
    }

    @Test func `a call that says never is not repeated`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(503) })
        _ = await bench.run { [get] in
            try await $0.send(get, options: CallOptions { $0.retryPolicy = .never })
        }
        #expect(bench.transport.received.count == 1)
    }

    @Test func `a success after a failure is a success`() async throws {
        let bench = try TrafficBench(answers: [
            .failure(TransportError(.connectionLost, mayHaveBeenSent: true)), .response(502), .json(#"{"a":1}"#),
        ])
        let (result, _) = await bench.run { try await $0.reply(for: Request<[String: Int]>.get("x")) }
        let reply = try result.get()
        #expect(reply.value == ["a": 1])
        #expect(reply.attempts == 3)
    }

    // HEAD-01
    @Test func `a redirect to another host carries no credential, even if an attempt step adds one again`() async throws
    {
        struct AddsAgain: Middleware {
            func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
                var request = request
                request.headers["X-Api-Key"] = "KEY"
                return try await next(request)
            }
        }
        let bench = try TrafficBench(answers: [
            .response(302, headers: ["Location": "https://other.example/a"]),
            .response(302, headers: ["Location": "/b"]),
            .json("{}"),
        ]) { $0.attemptMiddleware = [AddsAgain()] }
        _ = await bench.run { [get] in try await $0.send(get) }
        let received = bench.transport.received
        #expect(
            received.map { $0.url.absoluteString }.suffix(2) == ["https://other.example/a", "https://other.example/b"])
        #expect(received.map { $0.headers.contains("X-Api-Key") } == [true, false, false])
        #expect(received.map { $0.headers.contains("Authorization") } == [true, false, false])
    }

    @Test func `manual redirects reach the caller`() async throws {
        let bench = try TrafficBench(answers: [.response(302, headers: ["Location": "/b"])])
        let (result, _) = await bench.run { [get] in
            try await $0.send(get, options: CallOptions { $0.redirects = .manual })
        }
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == 302)
        #expect(error.headers["Location"] == "/b")
    }

    @Test func `a 401 from another host after a redirect starts no refresh`() async throws {
        let bench = try TrafficBench(answers: [
            .response(302, headers: ["Location": "https://other.example/a"]), .response(401),
        ])
        _ = await bench.run { [get] in try await $0.send(get) }
        #expect(bench.tokens.used.isEmpty)
    }
}
