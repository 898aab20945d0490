import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite struct `What an earlier attempt leaves unknown` {
    private let post = Request<EmptyResponse>.post("orders", body: ["item": 1], idempotency: .key("k"))
    private let put = Request<EmptyResponse>.put("orders/1", body: ["item": 1])
    private static let lost = TransportError(.connectionLost, mayHaveBeenSent: true)

    /// The last error of a call with these answers.
    private func error(
        of call: Request<EmptyResponse>,
        answered answers: [ScriptedTransport.Answer],
        configure: (inout ClientConfiguration) -> Void = { _ in },
        prepare: (TrafficBench) -> Void = { _ in }
    ) async throws -> NetworkError? {
        let bench = try TrafficBench(answers: answers, configure: configure)
        prepare(bench)
        let (result, _) = await bench.run { try await $0.send(call) }
        #expect(bench.transport.received.count == answers.count)
        return result.networkError
    }

    @Test(
        arguments: [
            [.failure(lost), .response(503), .response(503)], [.failure(lost), .response(409)],
            [.failure(lost), .response(401), .response(401)], [.response(504), .response(429), .response(429)],
        ] as [[ScriptedTransport.Answer]])
    func `a no to a repeated POST does not say that the first one was not carried out`(
        answers: [ScriptedTransport.Answer]
    ) async throws {
        guard case .server(let answer)? = try await error(of: post, answered: answers) else {
            Issue.record("no answer")
            return
        }
        #expect(!answer.outcomeIsKnown)
        #expect(answer.localizedDescription.contains("check before you repeat"))
    }

    @Test(
        arguments: [
            [.failure(lost), .response(503), .response(503)], [.response(504), .response(503), .response(503)],
        ] as [[ScriptedTransport.Answer]])
    func `what may be repeated is always known`(answers: [ScriptedTransport.Answer]) async throws {
        guard case .server(let answer)? = try await error(of: put, answered: answers) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.outcomeIsKnown)
    }

    @Test func `a no to every attempt is a known outcome`() async throws {
        let answers: [ScriptedTransport.Answer] = [.response(503), .response(429), .response(503)]
        guard case .server(let answer)? = try await error(of: post, answered: answers) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.outcomeIsKnown)
    }

    @Test func `a circuit that opens after a POST was lost leaves its outcome unknown`() async throws {
        let error = try await error(of: post, answered: [.failure(Self.lost)]) {
            $0.circuitBreaker = CircuitBreaker.Thresholds(failures: 1)
        }
        #expect(error == .outcomeUnknown(Self.lost, idempotencyKey: "k"))
    }

    @Test func `a session that ends after a POST was lost leaves its outcome unknown`() async throws {
        let answers: [ScriptedTransport.Answer] = [.failure(Self.lost), .response(401)]
        let error = try await error(
            of: post, answered: answers,
            prepare: {
                $0.tokens.next(.refuse)
            })
        #expect(error == .outcomeUnknown(Self.lost, idempotencyKey: "k"))
    }

    @Test func `a connection that is refused after a 504 leaves the outcome of a POST unknown`() async throws {
        let refused = ScriptedTransport.Answer.failure(TransportError(.cannotConnect, mayHaveBeenSent: false))
        let error = try await error(of: post, answered: [.response(504), refused, refused])
        guard case .outcomeUnknown(_, "k")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a deadline that passes in the wait after a 504 leaves the outcome of a POST unknown`() async throws {
        let bench = try TrafficBench(ScriptedTransport([.response(504)]), skipsWaits: false)
        let options = CallOptions {
            $0.deadline = .after(.seconds(20))
            $0.retryPolicy = BackoffRetryPolicy(base: .seconds(8))
        }
        let task = Task { [post] in try await bench.client.send(post, options: options) }
        while !bench.clock.pendingSleeps.contains(.seconds(16)) { await Task.yield() }
        bench.clock.advance(by: .seconds(20))
        let error = await task.result.networkError
        guard case .outcomeUnknown(_, "k")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a GET that fails after it took the place of a POST does not say that the POST failed`() async throws {
        let answers: [ScriptedTransport.Answer] = [.response(303, headers: ["Location": "/orders/1"]), .response(404)]
        guard case .server(let answer)? = try await error(of: post, answered: answers) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 404)
        #expect(!answer.outcomeIsKnown)
    }
}
