import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

/// Whatever a server answers and whenever a caller leaves, the events add up.
@Suite struct `The ledger of events` {
    private static let answers: [ScriptedTransport.Answer] = [
        .json("{}"), .json("{}"), .response(204), .response(401), .response(500), .response(503), .json("{"),
        .response(302, headers: ["Location": "/b"]), .failure(TransportError(.connectionLost, mayHaveBeenSent: true)),
        .failure(TransportError(.dns, mayHaveBeenSent: false)), .stream { try await $0.write("{}") },
        .stream { writer in
            try await writer.write("{")
            throw TransportError(.truncatedBody, mayHaveBeenSent: true)
        },
    ]

    @Test(arguments: 0..<20)
    func `every call that began ended once, and so did every attempt`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let log = EventLog(wantsDetails: seed.isMultiple(of: 2))
        let script = Locked(SeededGenerator(seed: UInt64(seed) + 1000))
        let bench = try TrafficBench(
            ScriptedTransport { _ in script.withLock { Self.answers.randomElement(using: &$0) } }
        ) {
            $0.observers = [log]
            $0.options.coalesces = seed.isMultiple(of: 3)
            $0.circuitBreaker = CircuitBreaker.Thresholds(failures: 3, openFor: .seconds(1))
        }
        let client = bench.client
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                let patience = Int.random(in: 0...80, using: &random)
                group.addTask {
                    let call = Task { try await Self.call(number, client) }
                    if patience < 40 {
                        for _ in 0..<patience { await Task.yield() }
                        call.cancel()
                    }
                    _ = await call.result
                }
            }
        }
        // A shared exchange that its last caller has left ends by itself, a little later.
        var ledger = Ledger()
        for _ in 0..<1000 {
            await bench.observers?.drain()
            ledger = Ledger(log.events)
            if ledger.openAttempts.isEmpty { break }
            await Task.yield()
        }
        #expect(bench.observers?.lostEvents == 0)
        #expect(ledger.endedCalls.count == 30)
        #expect(ledger.openCalls.isEmpty && ledger.openAttempts.isEmpty)
        #expect(ledger.problems.isEmpty)
    }

    /// A read, a write or a stream that is read in part or to its end.
    private static func call(_ number: Int, _ client: APIClient) async throws {
        switch number % 4 {
        case 0: _ = try await client.send(Request<EmptyResponse>.post("orders", body: ["n": number]))
        case 1:
            let response = try await client.open(Request<EmptyResponse>.get("events"), delivery: .streamed)
            guard case .stream(let stream) = response.body else { return }
            for try await _ in stream where number.isMultiple(of: 3) { return }
        default: _ = try await client.send(Request<EmptyResponse>.get("things"))
        }
    }

    private struct Ledger {
        var openCalls: Set<String> = []
        var endedCalls: Set<String> = []
        var openAttempts: Set<String> = []
        var problems: [String] = []

        init(_ events: [NetworkEvent] = []) {
            for event in events {
                guard let id = event.callID else { continue }
                let isRight =
                    switch event.kind {
                    case .callStarted: !endedCalls.contains(id) && openCalls.insert(id).inserted
                    case .callFinished: openCalls.remove(id) != nil && endedCalls.insert(id).inserted
                    case .attemptStarted(let number, _): openAttempts.insert("\(id) \(number)").inserted
                    case .attemptFinished(let end): openAttempts.remove("\(id) \(end.number)") != nil
                    default: true
                    }
                if !isRight { problems.append("\(id) \(event.kind.line)") }
            }
        }
    }
}
