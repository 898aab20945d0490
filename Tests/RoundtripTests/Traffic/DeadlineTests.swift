import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite struct Deadlines {
    private let get = Request<EmptyResponse>.get("things")
    private let five = CallOptions { $0.deadline = .after(.seconds(5)) }

    @Test func `a stream's deadline ends with its head`() async throws {
        let gate = Gate()
        let bench = try TrafficBench(
            ScriptedTransport { _ in
                .stream { writer in
                    try await writer.write("first ")
                    try await gate.wait()
                    try await writer.write("last")
                }
            }, skipsWaits: false)
        let response = try await bench.client.open(get, delivery: .streamed, options: five)
        bench.clock.advance(by: .seconds(3600))
        gate.open()
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        #expect(try await stream.collect(upTo: 100) == Data("first last".utf8))
    }

    @Test func `a download tells the transport how long its head may take, and no other call does`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(404) }, skipsWaits: false)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        for delivery in [Delivery.file(file), .streamed] {
            await #expect(throws: NetworkError.self) {
                _ = try await bench.client.open(get, delivery: delivery, options: five)
            }
        }
        #expect(bench.transport.received.map(\.options.headTimeout) == [.seconds(5), nil])
    }

    @Test func `waiting for a token counts against the deadline, and nothing was sent`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) }, skipsWaits: false)
        let gate = bench.tokens.hold()
        let post = Request<EmptyResponse>.post("orders")
        let task = Task { try await bench.client.send(post, options: five) }
        await gate.waiting(atLeast: 1)
        bench.clock.advance(by: .seconds(5))
        // The POST was answered 401, so its outcome is known.
        #expect(await task.result.networkError == .timeout)
        #expect(bench.transport.received.count == 1)
    }

    private struct SilentDatabase: TokenDatabase {
        let gate = Gate()

        func load() async throws -> StoredSession? {
            try await gate.wait()
            return nil
        }
        func save(_ session: StoredSession) async throws {}
        func clear() async throws {}
    }

    @Test func `a token store that never answers holds a call no longer than its deadline`() async throws {
        let database = SilentDatabase()
        let bench = try TrafficBench(ScriptedTransport { _ in .response(200) }, skipsWaits: false) {
            $0.credential = TokenRepository(database: database, refresher: FakeTokenServer(), time: $0.time)
        }
        let task = Task { try await bench.client.send(get, options: five) }
        await database.gate.waiting(atLeast: 1)
        await bench.clock.sleepers(atLeast: 1)
        bench.clock.advance(by: .seconds(5))
        #expect(await task.result.networkError == .timeout)
        #expect(bench.transport.received.isEmpty)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a call without any time sends nothing`(time: Duration) async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(200) }, skipsWaits: false)
        let post = Request<EmptyResponse>.post("orders")
        let task = Task { try await bench.client.send(post, options: CallOptions { $0.deadline = .after(time) }) }
        #expect(await task.result.networkError == .timeout)
        #expect(bench.transport.received.isEmpty)
    }

    @Test(
        arguments: [
            (CallDeadline.standard, HTTPBody.none, Duration.seconds(60)),
            (.standard, .file(URL(fileURLWithPath: #filePath)), nil), (.after(.seconds(7)), .none, .seconds(7)),
            (.after(.seconds(7)), .file(URL(fileURLWithPath: #filePath)), .seconds(7)), (.none, .none, nil),
        ] as [(CallDeadline, HTTPBody, Duration?)])
    func `60 seconds, none for the upload of a file, or what was asked for`(
        deadline: CallDeadline,
        body: HTTPBody,
        expected: Duration?
    ) async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(204) }, skipsWaits: false)
        let seen = Locked<Duration?>(nil)
        struct Look: Middleware {
            let seen: Locked<Duration?>
            func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
                seen.withLock { $0 = context.timeLeft }
                return try await next(request)
            }
        }
        let url = try #require(URL(string: TrafficBench.base))
        var configuration = ClientConfiguration(environment: .production(url), transport: bench.transport)
        configuration.time = bench.clock
        configuration.callMiddleware = [Look(seen: seen)]
        let upload = Request<Void>(.put, "files/1", body: .body(body), options: CallOptions { $0.deadline = deadline })
        try await APIClient(configuration).send(upload)
        #expect(seen.withLock { $0 } == expected)
    }
}
