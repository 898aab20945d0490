import BothRoads
import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// Numbers that look random and are the same for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Cancelling a URLSession task at the wrong moment can hang or end the process on Linux.
@Suite(.timeLimit(.minutes(30))) struct `A storm of cancellations` {
    /// What the server does with a request, by its path.
    private enum Plan: String, CaseIterable {
        /// Answers at once.
        case prompt
        /// Answers in two pieces.
        case inPieces
        /// Never answers.
        case held
        /// Sends a part of the body and no more.
        case heldInTheBody
        /// Asks for credentials, which Linux handles by a cancel of its own.
        case challenge
        /// Ends the connection, so that failure and cancellation meet.
        case lost

        /// Whether the call, once sent, can end in no other way.
        var endsOnlyByCancellation: Bool { self == .held || self == .heldInTheBody }
    }

    private static func answer(_ plan: Plan?, _ gate: Gate) async throws -> LoopbackServer.Response {
        switch plan {
        case .prompt, nil: return .text("prompt")
        case .inPieces: return .chunked([Data("in ".utf8), Data("pieces".utf8)])
        case .held:
            try await gate.wait()
            return .status(200)
        case .heldInTheBody:
            return .stream { writer in
                try await writer.write("held")
                try await gate.wait()
            }
        case .challenge: return .text("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        case .lost: return .closeWithoutAnswer
        }
    }

    /// One call that is cancelled at a moment of the generator's choice.
    private struct Call: Sendable {
        let plan: Plan
        let method: HTTPMethod
        let delivery: Delivery
        let body: HTTPBody
        /// How many turns other tasks get before the cancellation.
        let patience: Int

        init(using generator: inout SeededGenerator, folder: URL, index: Int) {
            plan = Plan.allCases[Int.random(in: 0..<Plan.allCases.count, using: &generator)]
            method = [HTTPMethod.get, .put, .post][Int.random(in: 0..<3, using: &generator)]
            let file = Delivery.file(folder.appending(path: "\(index)"))
            delivery = [.buffered(limit: 1000), .streamed, file][Int.random(in: 0..<3, using: &generator)]
            body = method == .get ? .none : .data(Data(count: Int.random(in: 0..<200_000, using: &generator)))
            patience = 1 << Int.random(in: 0..<12, using: &generator)
        }
    }

    private func run(_ call: Call, on rig: LiveRig) async throws {
        let task = Task {
            var request = rig.request(call.method, "/\(call.plan.rawValue)", body: call.body)
            request.options.idleTimeout = nil
            let response = try await rig.transport.send(request, delivery: call.delivery)
            if let stream = response.stream { for try await _ in stream {} }
        }
        for _ in 0..<call.patience { await Task.yield() }
        task.cancel()
        do {
            try await task.value
            #expect(!call.plan.endsOnlyByCancellation)
        } catch let error as TransportError {
            #expect(call.plan == .lost)
            #expect(error.kind == .connectionLost)
        } catch {
            #expect(error is CancellationError)
        }
    }

    // CANCEL-02
    @Test func `none hangs, none ends the process, and the server sees each that left`() async throws {
        let count = TestScale.count(ci: 5_000, long: 100_000)
        let seed = UInt64.random(in: 0 ... .max)
        print("cancellation storm: \(count) calls, seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let (gate, folder) = (Gate(), try TemporaryFolder())
        let rig = try await LiveRig { try await Self.answer(Plan(rawValue: String($0.path.dropFirst())), gate) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                if index >= 16 { try await group.next() }
                let call = Call(using: &generator, folder: folder.url, index: index)
                group.addTask { try await run(call, on: rig) }
            }
            try await group.waitForAll()
        }
        // Whatever arrived and is never answered was left, and its connection closed.
        let held = rig.server.received.count { $0.path.hasPrefix("/held") }
        print("cancellation storm: \(rig.server.received.count) arrived, \(held) were held")
        await rig.server.disconnects(atLeast: held)
        #expect(rig.server.received.count > count / 4)
        #expect(held > 0)
        #expect(try await rig.send(.get, "/prompt").text == "prompt")
        rig.transport.invalidate()
        await rig.server.closings(atLeast: rig.server.connectionCount)
        #expect(rig.server.openConnectionCount == 0)
        // Half a download is removed by the transport's own queue, which nobody waits for.
        while try folder.names.contains(where: { $0.hasPrefix(".") }) { await Task.yield() }
    }
}
