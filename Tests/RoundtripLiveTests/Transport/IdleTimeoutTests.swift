import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// The transport's own timeouts, on a clock that stands still: no test waits.
@Suite(.timeLimit(.minutes(5))) struct `The idle timeout` {
    private let clock = TestClock()

    private func request(_ rig: LiveRig, _ method: HTTPMethod = .get, idle: Duration?) -> HTTPRequest {
        var request = rig.request(method)
        request.options.idleTimeout = idle
        return request
    }

    private func expectTimeout(of task: Task<HTTPResponse, any Error>) async {
        let error = await #expect(throws: TransportError.self) { _ = try await task.value }
        #expect(error == TransportError(.timeout, mayHaveBeenSent: true))
    }

    @Test(arguments: [Delivery.buffered(limit: 10), .streamed], [HTTPMethod.get, .post])
    func `an answer that is held ends the call at the very moment`(delivery: Delivery, method: HTTPMethod) async throws
    {
        let gate = Gate()
        let rig = try await LiveRig(time: clock) { _ in
            try await gate.wait()
            return .status(200)
        }
        let request = request(rig, method, idle: .milliseconds(300))
        let task = Task { try await rig.transport.send(request, delivery: delivery) }
        await gate.waiting(atLeast: 1)
        await clock.advance(by: .milliseconds(299), afterSleepers: 1)
        #expect(clock.pendingSleeps == [.milliseconds(1)])
        clock.advance(by: .milliseconds(1))
        await expectTimeout(of: task)
        await rig.server.disconnects(atLeast: 1)
    }

    @Test(arguments: [Duration.nanoseconds(1), .milliseconds(1), .milliseconds(1900), .seconds(86_400 * 365)])
    func `any length of time is kept exactly`(timeout: Duration) async throws {
        let gate = Gate()
        let rig = try await LiveRig(time: clock) { _ in
            try await gate.wait()
            return .status(200)
        }
        let request = request(rig, idle: timeout)
        let task = Task { try await rig.transport.send(request, delivery: .buffered(limit: 10)) }
        await gate.waiting(atLeast: 1)
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [timeout])
        clock.advance(by: timeout)
        await expectTimeout(of: task)
    }

    @Test func `every chunk begins the wait anew`() async throws {
        let gates = (0..<4).map { _ in Gate() }
        let rig = try await LiveRig(time: clock) { _ in
            .stream { writer in
                for gate in gates {
                    try await writer.write("x")
                    try await gate.wait()
                }
            }
        }
        let response = try await rig.transport.send(
            request(rig, idle: .milliseconds(300)), delivery: .streamed)
        var chunks = try #require(response.stream).makeAsyncIterator()
        for gate in gates.dropLast() {
            #expect(try await chunks.next() == Data("x".utf8))
            await clock.advance(by: .milliseconds(200), afterSleepers: 1)
            gate.open()
        }
        #expect(try await chunks.next() == Data("x".utf8))
        // 600 ms have passed, and the last byte came at this very moment.
        await clock.advance(by: .milliseconds(299), afterSleepers: 1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(1))
        await #expect(throws: TransportError(.timeout, mayHaveBeenSent: true)) { _ = try await chunks.next() }
        await rig.server.disconnects(atLeast: 1)
    }

    @Test func `a body that stops half-way ends the call`() async throws {
        let gate = Gate()
        let rig = try await LiveRig(time: clock) { _ in
            .stream { writer in
                try await writer.write("x")
                try await gate.wait()
            }
        }
        let request = request(rig, idle: .milliseconds(300))
        let task = Task { try await rig.transport.send(request, delivery: .buffered(limit: 10)) }
        await gate.waiting(atLeast: 1)
        // The byte is on its way, and begins the wait anew whenever it comes.
        let time = Task { [clock] in
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(300))
                await Task.yield()
            }
        }
        await expectTimeout(of: task)
        time.cancel()
    }

    @Test func `without a timeout an answer may take for ever`() async throws {
        let gate = Gate()
        let rig = try await LiveRig(time: clock) { _ in
            try await gate.wait()
            return .text("late")
        }
        let request = request(rig, idle: nil)
        let task = Task { try await rig.transport.send(request, delivery: .buffered(limit: 10)) }
        await gate.waiting(atLeast: 1)
        #expect(clock.pendingSleeps.isEmpty)
        clock.advance(by: .seconds(86_400 * 365))
        gate.open()
        #expect(try await task.value.text == "late")
    }

    @Test(arguments: [Delivery.buffered(limit: 10), .streamed])
    func `a finished call leaves no timer behind`(delivery: Delivery) async throws {
        let rig = try await LiveRig(time: clock) { _ in .text("x") }
        let response = try await rig.transport.send(request(rig, idle: .milliseconds(300)), delivery: delivery)
        if let stream = response.stream { #expect(try await stream.collect(upTo: 10) == Data("x".utf8)) }
        while !clock.pendingSleeps.isEmpty { await Task.yield() }
    }

    @Test func `a call that waits for a free connection is not silent on the wire, and still timed`() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start { _ in
            try await gate.wait()
            return .status(200)
        }
        let transport = URLSessionTransport(connectionsPerHost: 1, time: clock)
        var request = HTTPRequest(url: server.baseURL)
        request.options.idleTimeout = .seconds(1)
        let tasks = [request, request].map { request in
            Task { try await transport.send(request, delivery: .buffered(limit: 10)) }
        }
        await gate.waiting(atLeast: 1)
        await clock.advance(by: .seconds(1), afterSleepers: 2)
        for task in tasks { await expectTimeout(of: task) }
    }

    // MARK: The head

    @Test func `a head that is late ends the call, however often bytes are sent`() async throws {
        let gate = Gate()
        let rig = try await LiveRig(time: clock) { _ in
            try await gate.wait()
            return .status(200)
        }
        var request = request(rig, idle: .seconds(20))
        request.options.headTimeout = .seconds(2)
        let task = Task { [request] in try await rig.transport.send(request, delivery: .buffered(limit: 10)) }
        await gate.waiting(atLeast: 1)
        await clock.advance(by: .seconds(2), afterSleepers: 1)
        await expectTimeout(of: task)
    }

    @Test func `once the head is there only silence counts`() async throws {
        let gate = Gate()
        let rig = try await LiveRig(time: clock) { _ in
            .stream { writer in
                try await writer.write("x")
                try await gate.wait()
                try await writer.write("y")
            }
        }
        var request = request(rig, idle: nil)
        request.options.headTimeout = .seconds(2)
        let response = try await rig.transport.send(request, delivery: .streamed)
        let stream = try #require(response.stream)
        clock.advance(by: .seconds(3600))
        gate.open()
        #expect(try await stream.collect(upTo: 10) == Data("xy".utf8))
    }
}
