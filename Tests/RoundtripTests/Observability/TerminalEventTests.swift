import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Exactly one terminal event a call` {
    private let log = EventLog()
    private let get = Request<EmptyResponse>.get("things")
    private let post = Request<EmptyResponse>.post("orders", body: ["item": 1])

    private func bench(
        _ transport: ScriptedTransport,
        isSignedIn: Bool = true,
        skipsWaits: Bool = true,
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> TrafficBench {
        try TrafficBench(transport, isSignedIn: isSignedIn, skipsWaits: skipsWaits) {
            $0.observers = [log]
            $0.cache = nil
            configure(&$0)
        }
    }

    /// The one end of the one call.
    private func end(_ bench: TrafficBench, _ location: SourceLocation = #_sourceLocation) async throws -> CallEnd {
        await bench.observers?.drain()
        #expect(log.ends.count == 1, sourceLocation: location)
        guard case .callFinished(let end)? = log.events.last(where: { $0.callID != nil })?.kind else {
            Issue.record("the last event is not the end", sourceLocation: location)
            throw CancellationError()
        }
        return end
    }

    @Test(
        arguments: [
            (.failure(TransportError(.offline, mayHaveBeenSent: false)), .offline),
            (.failure(TransportError(.timeout, mayHaveBeenSent: true)), .timeout),
            (.failure(TransportError(.dns, mayHaveBeenSent: false)), .dns),
            (.failure(TransportError(.cannotConnect, mayHaveBeenSent: false)), .cannotConnect),
            (.failure(TransportError(.connectionLost, mayHaveBeenSent: true)), .connectionLost),
            (.failure(TransportError(.truncatedBody, mayHaveBeenSent: true)), .truncatedBody),
            (.failure(TransportError(.invalidResponse, mayHaveBeenSent: true)), .invalidResponse),
            (.failure(TransportError(.tls, mayHaveBeenSent: false)), .tls),
            (.failure(TransportError(.certificate, mayHaveBeenSent: false)), .certificate),
            (.failure(TransportError(.pin, mayHaveBeenSent: false)), .certificate),
            (.failure(TransportError(.clientCertificate, mayHaveBeenSent: true)), .clientCertificate),
            (.failure(TransportError(.uploadSource, mayHaveBeenSent: true)), .uploadSource),
            (.failure(TransportError(.responseTooLarge(limit: 1), mayHaveBeenSent: true)), .responseTooLarge),
            (.failure(TransportError(.file(.missing), mayHaveBeenSent: false)), .file),
            (.failure(TransportError(.unclear, mayHaveBeenSent: true)), .unclear),
            (.response(500), .server),
            (.response(302, headers: ["Location": "ftp://x.example/"]), .redirectRefused),
            (.response(200), .decoding),
        ] as [(ScriptedTransport.Answer, FailureCategory)])
    func `for each kind of failure`(answer: ScriptedTransport.Answer, category: FailureCategory) async throws {
        let bench = try bench(ScriptedTransport { _ in answer })
        _ = await bench.run { try await $0.send(Request<[Int]>.get("things")) }
        guard case .failed(let told, _) = try await end(bench).outcome else {
            Issue.record("not told as a failure")
            return
        }
        #expect(told == category)
    }

    @Test func `without a session nothing is sent, and that is told`() async throws {
        let bench = try bench(ScriptedTransport([]), isSignedIn: false)
        _ = await bench.run { [get] in try await $0.send(get) }
        let end = try await end(bench)
        #expect(end.outcome == .failed(.sessionExpired, status: nil))
        #expect(end.attempts == 0)
    }

    @Test func `a middleware's own error is one end too`() async throws {
        struct Failing: Middleware {
            struct Strange: Error {}
            func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
                throw Strange()
            }
        }
        let bench = try bench(ScriptedTransport([])) { $0.callMiddleware = [Failing()] }
        _ = await bench.run { [get] in try await $0.send(get) }
        #expect(try await end(bench).outcome == .failed(.invalidRequest, status: nil))
    }

    @Test func `a call cancelled before it begins was not sent`() async throws {
        let bench = try bench(ScriptedTransport([]))
        let (client, post) = (bench.client, post)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try? await client.send(post)
        }.value
        #expect(try await end(bench).outcome == .cancelled(mayHaveBeenSent: false))
    }

    @Test func `a POST cancelled in flight may have been sent`() async throws {
        let bench = try bench(ScriptedTransport { _ in .json("{}").held(by: Gate()) })
        let (client, post) = (bench.client, post)
        let call = Task { try await client.send(post) }
        await bench.transport.requests(atLeast: 1)
        call.cancel()
        _ = await call.result
        #expect(try await end(bench).outcome == .cancelled(mayHaveBeenSent: true))
        #expect(log.attempts.map(\.outcome) == [.abandoned])
    }

    @Test func `a POST cancelled while it waits for a token was not sent`() async throws {
        let bench = try bench(ScriptedTransport([]))
        bench.database.session = StoredSession(
            id: SessionID(rawValue: "A"),
            tokens: Tokens(
                accessToken: "T1", refreshToken: "R1", receivedAt: bench.clock.date - 100, lifetime: .seconds(10)))
        let held = bench.tokens.hold()
        let (client, post) = (bench.client, post)
        let call = Task { try await client.send(post) }
        while bench.tokens.used.isEmpty { await Task.yield() }
        call.cancel()
        _ = await call.result
        held.open()
        #expect(try await end(bench).outcome == .cancelled(mayHaveBeenSent: false))
        #expect(log.attempts.isEmpty)
    }

    @Test func `a POST cancelled in its backoff was sent`() async throws {
        let bench = try bench(ScriptedTransport { _ in .response(503) }, skipsWaits: false)
        let keyed = Request<EmptyResponse>.post("orders", body: ["item": 1], idempotency: .generatedKey)
        let client = bench.client
        let call = Task { try await client.send(keyed) }
        await bench.transport.requests(atLeast: 1)
        while !log.lines.contains(where: { $0.hasPrefix("retry") }) { await bench.observers?.drain() }
        call.cancel()
        _ = await call.result
        #expect(try await end(bench).outcome == .cancelled(mayHaveBeenSent: true))
        #expect(bench.transport.received.count == 1)
    }

    @Test func `the deadline is an end like any failure`() async throws {
        let bench = try bench(ScriptedTransport { _ in .json("{}").held(by: Gate()) }, skipsWaits: false)
        let (client, get, clock) = (bench.client, get, bench.clock)
        let call = Task { try await client.send(get) }
        await bench.transport.requests(atLeast: 1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(61))
        _ = await call.result
        let end = try await end(bench)
        #expect(end.outcome == .failed(.timeout, status: nil))
        #expect(end.duration == .seconds(61))
    }

    // MARK: Streams

    private static let chunks: ScriptedTransport.Answer = .stream { writer in
        try await writer.write("one")
        try await writer.write("two!")
    }

    @Test func `a stream read to its end finishes attempt and call there, not at the head`() async throws {
        let bench = try bench(ScriptedTransport { _ in Self.chunks })
        let response = try await bench.client.open(get, delivery: .streamed)
        await bench.observers?.drain()
        #expect(log.ends.isEmpty && log.attempts.isEmpty)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        _ = try await stream.collect(upTo: 100)
        #expect(try await end(bench).outcome == .succeeded(status: 200))
        #expect(log.attempts.map(\.outcome) == [.finished])
        #expect(log.attempts.map(\.metrics.bytesReceived) == [7])
    }

    @Test func `a stream that fails ends both with the reason`() async throws {
        let bench = try bench(
            ScriptedTransport { _ in
                .stream { writer in
                    try await writer.write("one")
                    throw TransportError(.truncatedBody, mayHaveBeenSent: true)
                }
            })
        let response = try await bench.client.open(get, delivery: .streamed)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        await #expect(throws: NetworkError.self) { for try await _ in stream {} }
        #expect(try await end(bench).outcome == .failed(.truncatedBody, status: nil))
        #expect(log.attempts.map(\.outcome) == [.failed(.truncatedBody)])
    }

    @Test func `a stream that is dropped is abandoned, the attempt first`() async throws {
        let bench = try bench(
            ScriptedTransport { _ in
                .stream { writer in
                    try await writer.write("one")
                    try await Gate().wait()
                }
            })
        do {
            let response = try await bench.client.open(get, delivery: .streamed)
            guard case .stream(let stream) = response.body else { return }
            for try await _ in stream { break }
        }
        await bench.transport.disconnects(atLeast: 1)
        #expect(try await end(bench).outcome == .cancelled(mayHaveBeenSent: true))
        #expect(log.attempts.map(\.outcome) == [.abandoned])
        #expect(log.lines.suffix(2) == ["attempt 1: abandoned", "end: cancelled, may have been sent"])
    }

    // MARK: Observers

    @Test func `a failing observer loses its own events and nothing else`() async throws {
        struct Failing: Observer {
            struct Strange: Error {}
            func record(_ event: NetworkEvent) async throws { throw Strange() }
        }
        let bench = try bench(ScriptedTransport { _ in .json("{}") }) { $0.observers = [Failing(), log] }
        _ = try await bench.client.send(get)
        await bench.observers?.drain()
        #expect(log.lines == ["call GET", "attempt 1 GET", "attempt 1: 200", "end: 200"])
        #expect(bench.observers?.lostEvents == 4)
    }

    @Test func `a stuck observer holds up neither calls nor the others`() async throws {
        struct Stuck: Observer {
            let gate: Gate
            func record(_ event: NetworkEvent) async throws { try await gate.wait() }
        }
        let gate = Gate()
        let bench = try bench(ScriptedTransport { _ in .json("{}") }) { $0.observers = [Stuck(gate: gate), log] }
        for count in 1...300 {
            _ = try await bench.client.send(get)
            // The other observer keeps up: only the stuck one may lose anything.
            while log.ends.count < count { await Task.yield() }
        }
        #expect((bench.observers?.lostEvents ?? 0) >= 1200 - ObserverQueues.capacity - 1)
        gate.open()
        await bench.observers?.drain()
        #expect(log.ends.count == 300)
    }

    @Test func `without observers no event is made`() {
        var made = 0
        func kind() -> NetworkEvent.Kind {
            made += 1
            return .replayed
        }
        CallContext(id: "1", endpoint: "x").record(kind())
        #expect(made == 0)
        let log = ObserverQueues([EventLog()])
        CallContext(id: "1", endpoint: "x", observers: log).record(kind())
        #expect(made == 1)
    }
}
