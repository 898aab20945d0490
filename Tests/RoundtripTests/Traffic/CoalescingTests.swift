import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Coalescing reads` {
    private let get = Request<[String: Int]>.get("things")
    private let hold = Gate()
    private let coalescing = Coalescing()

    /// A client whose outermost step is the one that is looked at.
    private func bench(_ handler: @escaping ScriptedTransport.Handler) throws -> TrafficBench {
        try TrafficBench(ScriptedTransport(handler), skipsWaits: false) {
            $0.callMiddleware = [coalescing]
            $0.options.coalesces = true
        }
    }

    private func bench() throws -> TrafficBench {
        try bench { [hold] _ in .json(#"{"a":1}"#).held(by: hold) }
    }

    /// Starts the call and returns once it has joined the others.
    private func start(
        _ bench: TrafficBench,
        number: Int,
        options: CallOptions = CallOptions()
    ) async -> Task<Reply<[String: Int]>, any Error> {
        let task = Task { [get] in try await bench.client.reply(for: get, options: options) }
        while coalescing.callerCount < number { await Task.yield() }
        return task
    }

    // CANCEL-03
    @Test func `one caller leaving ends at once and harms nobody`() async throws {
        let bench = try bench()
        let first = await start(bench, number: 1)
        await bench.transport.requests(atLeast: 1)
        let second = await start(bench, number: 2)
        let third = await start(bench, number: 3)
        second.cancel()
        #expect(await second.result.isCancellation)
        #expect(!hold.isOpen)
        hold.open()
        #expect(try await first.value.value == ["a": 1])
        #expect(try await third.value.value == ["a": 1])
        #expect(bench.transport.received.count == 1)
    }

    // CANCEL-03
    @Test func `when all have left, the exchange is cancelled, and a later call starts anew`() async throws {
        let bench = try bench()
        let first = await start(bench, number: 1)
        await bench.transport.requests(atLeast: 1)
        let second = await start(bench, number: 2)
        first.cancel()
        second.cancel()
        #expect(await first.result.isCancellation)
        #expect(await second.result.isCancellation)
        await bench.transport.disconnects(atLeast: 1)
        hold.open()
        #expect(try await bench.client.send(get) == ["a": 1])
        #expect(bench.transport.received.count == 2)
    }

    @Test func `calls one after the other each get an exchange of their own`() async throws {
        let bench = try bench()
        hold.open()
        _ = try await bench.client.send(get)
        _ = try await bench.client.send(get)
        #expect(bench.transport.received.count == 2)
    }

    @Test(arguments: ["other query", "other header", "POST", "not asked for"])
    func `calls that are not identical do not share`(difference: String) async throws {
        let bench = try bench()
        let first = await start(bench, number: 1)
        await bench.transport.requests(atLeast: 1)
        let other =
            switch difference {
            case "other query": Request<[String: Int]>.get("things", query: ["a": 1])
            case "other header": Request<[String: Int]>(.get, "things", headers: ["X-A": "1"])
            case "POST": Request<[String: Int]>.post("things")
            default: Request<[String: Int]>(.get, "things", options: CallOptions { $0.coalesces = false })
            }
        let second = Task { try await bench.client.send(other) }
        await bench.transport.requests(atLeast: 2)
        hold.open()
        _ = try await (first.value, second.value)
        #expect(bench.transport.received.count == 2)
    }

    @Test(arguments: [
        CallOptions { $0.redirects = .refuse }, CallOptions { $0.redirects = .manual },
        CallOptions { $0.bodyLimit = 3 },
        CallOptions { $0.transport.usesCookies = true },
    ])
    func `nobody gets an answer that their own options forbid`(options: CallOptions) async throws {
        let bench = try bench()
        let first = await start(bench, number: 1)
        await bench.transport.requests(atLeast: 1)
        let second = Task { [get] in try await bench.client.send(get, options: options) }
        await bench.transport.requests(atLeast: 2)
        hold.open()
        _ = await (first.result, second.result)
        #expect(bench.transport.received.count == 2)
    }

    @Test func `a failure reaches everybody who waits`() async throws {
        let bench = try bench { [hold] _ in .response(404).held(by: hold) }
        let first = await start(bench, number: 1)
        await bench.transport.requests(atLeast: 1)
        let second = await start(bench, number: 2)
        hold.open()
        for task in [first, second] {
            guard case .server(let error)? = await task.result.networkError else {
                Issue.record("no server error")
                continue
            }
            #expect(error.status == 404)
        }
        #expect(bench.transport.received.count == 1)
    }

    @Test func `each caller keeps its own deadline`() async throws {
        let bench = try bench()
        let short = await start(bench, number: 1, options: CallOptions { $0.deadline = .after(.seconds(5)) })
        let long = await start(bench, number: 2)
        await bench.clock.sleepers(atLeast: 2)
        bench.clock.advance(by: .seconds(5))
        #expect(await short.result.networkError == .timeout)
        hold.open()
        #expect(try await long.value.value == ["a": 1])
        #expect(bench.transport.received.count == 1)
    }

    @Test func `the exchange goes on under the latest deadline, and its attempts count for everybody`() async throws {
        let clock = TestClock()
        let row = Row(
            steps: [coalescing, RetryMiddleware(budget: RetryBudget(), random: FixedRandom(1))],
            transport: ScriptedTransport([.response(503).held(by: hold), .response(200)]), insecureHosts: [])
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/things")))
        // The wait before the second attempt is longer than the first caller stays.
        let calls = [Duration.milliseconds(500), .seconds(60)].map { deadline in
            CallContext(
                id: "", endpoint: "things", options: CallOptions { $0.coalesces = true }, time: clock,
                urgency: CallUrgency(deadline: deadline))
        }
        var tasks: [Task<HTTPResponse, any Error>] = []
        for context in calls {
            tasks.append(Task { try await row.send(request, context: context) })
            while coalescing.callerCount < tasks.count { await Task.yield() }
        }
        hold.open()
        await clock.advance(by: .seconds(1), afterSleepers: 1)
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(calls.map(\.progress.exchanges) == [2, 2])
    }
}
