import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// Callers that leave, and callers that nothing answers, fare the same on both roads. KIT-01
@Suite(.timeLimit(.minutes(5))) struct `Callers that leave` {
    // KIT-01, CANCEL-02
    @Test(arguments: Road.allCases)
    func `a call is cancelled while its answer is held, and the server sees it`(road: Road) async throws {
        let (get, post) = (Gate(), Gate())
        let stage = try await Stage.on(road) { request in
            try await (request.method == .get ? get : post).wait()
            return .json("1")
        }
        for (method, gate) in [(HTTPMethod.get, get), (.post, post)] {
            let task = Task { try await stage.client.send(Request<Int>(method, "things")) }
            await gate.waiting(atLeast: 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await stage.disconnects(atLeast: 2)
        #expect(stage.received.count == 2)
    }

    @Test(arguments: Road.allCases)
    func `an answer can be held without a handler's help`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in .json("1").held(by: gate) }
        let task = Task { try await stage.client.send(Request<Int>.get("things")) }
        await gate.waiting(atLeast: 1)
        #expect(stage.received.count == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        #expect(try await stage.client.send(Request<Int>.get("things")) == 1)
    }

    // CANCEL-02
    @Test(arguments: Road.allCases)
    func `a caller is free at once, even if the handler does not care`(road: Road) async throws {
        let (arrived, release) = (Gate(), Gate())
        let stage = try await Stage.on(road) { _ in
            arrived.open()
            await Task { try? await release.wait() }.value  // hears of no cancellation
            return .json("1")
        }
        let task = Task { try await stage.client.send(Request<Int>.get("things")) }
        try await arrived.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!release.isOpen)
        release.open()
    }

    // CANCEL-02
    @Test(arguments: Road.allCases)
    func `a call is cancelled while its body comes`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write("12")
                try await gate.wait()
            }
        }
        let task = Task { try await stage.client.send(Request<Int>.get("things")) }
        await gate.waiting(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await stage.disconnects(atLeast: 1)
    }

    // CANCEL-02
    @Test(arguments: Road.allCases)
    func `a reader is cancelled while it waits for the next chunk`(road: Road) async throws {
        let (gate, read) = (Gate(), Gate())
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write("12")
                try await gate.wait()
            }
        }
        let task = Task {
            let response = try await stage.client.open(Request<Void>.get("things"), delivery: .streamed)
            guard case .stream(let stream) = response.body else { return }
            for try await _ in stream { read.open() }
        }
        try await read.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await stage.disconnects(atLeast: 1)
    }

    // CANCEL-02
    @Test(arguments: Road.allCases)
    func `a task that was cancelled before sends nothing`(road: Road) async throws {
        let stage = try await Stage.on(road) { _ in .json("1") }
        let go = Gate()
        for delivery in [Delivery.buffered(limit: 10), .streamed] {
            let task = Task {
                try? await go.wait()
                _ = try await stage.transport.send(HTTPRequest(url: stage.baseURL), delivery: delivery)
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(stage.received.isEmpty)
    }

    // KIT-01
    @Test(arguments: Road.allCases)
    func `a stream that is dropped unread ends the exchange`(road: Road) async throws {
        let (gate, left) = (Gate(), Gate())
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write("12")
                do {
                    try await gate.wait()
                } catch {
                    left.open()
                    throw error
                }
            }
        }
        do { _ = try await stage.client.open(Request<Void>.get("things"), delivery: .streamed) }
        await stage.disconnects(atLeast: 1)
        try await left.wait()
    }

    @Test(arguments: Road.allCases)
    func `a stream that is dropped half-way ends the exchange, and what was read stands`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write("12")
                try await gate.wait()
            }
        }
        func firstChunk() async throws -> Data? {
            let response = try await stage.client.open(Request<Void>.get("things"), delivery: .streamed)
            guard case .stream(let stream) = response.body else { return nil }
            for try await chunk in stream { return chunk }
            return nil
        }
        #expect(try await firstChunk() == Data("12".utf8))
        await stage.disconnects(atLeast: 1)
    }

    // KIT-01
    @Test(arguments: Road.allCases)
    func `an unmatched request fails`(road: Road) async throws {
        let stage = try await Stage.on(road) { $0.path == "/known" ? .json("1") : nil }
        #expect(try await stage.client.send(Request<Int>.get("known")) == 1)
        let error = await #expect(throws: NetworkError.self) {
            _ = try await stage.client.send(Request<Int>.delete("users/\(42)"))
        }
        let text =
            switch error {
            case .invalidRequest(let sentence)?: sentence
            case .server(let error)?: String(decoding: error.body, as: UTF8.self)
            default: "\(String(describing: error))"
            }
        #expect(text.contains("DELETE /users/42"))
        #expect(stage.received.count == 2)
    }

    // KIT-01
    @Test(arguments: Road.allCases)
    func `tests that run side by side get their own answers`(road: Road) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    let stage = try await Stage.on(road) { .text("\(number) \($0.path)") }
                    for call in 1...8 {
                        #expect(try await stage.client.send(Request<String>.get("\(call)")) == "\(number) /\(call)")
                    }
                    #expect(stage.received.map(\.path) == (1...8).map { "/\($0)" })
                }
            }
            try await group.waitForAll()
        }
    }
}
