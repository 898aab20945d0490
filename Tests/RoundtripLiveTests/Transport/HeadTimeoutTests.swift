import BothRoads
import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// The time until the head of an answer, which is what is left of a download's deadline.
@Suite(.timeLimit(.minutes(5))) struct `The time to the head` {
    private let clock = TestClock()

    private func request(_ rig: LiveRig) -> HTTPRequest {
        var request = rig.request()
        request.options.idleTimeout = nil
        request.options.headTimeout = .seconds(2)
        return request
    }

    @Test func `a head that is late ends the exchange at the very moment`() async throws {
        let gate = Gate()
        let rig = try await LiveRig(time: clock) { _ in
            try await gate.wait()
            return .status(200)
        }
        let request = request(rig)
        let task = Task { try await rig.transport.send(request, delivery: .buffered(limit: 10)) }
        await gate.waiting(atLeast: 1)
        await clock.sleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(2)])
        clock.advance(by: .seconds(2))
        await #expect(throws: TransportError(.timeout, mayHaveBeenSent: true)) { _ = try await task.value }
    }

    @Test func `once the head is there, a body takes as long as it takes`() async throws {
        let (gate, folder) = (Gate(), try TemporaryFolder())
        let rig = try await LiveRig(time: clock) { _ in
            .stream { writer in
                try await writer.write("first ")
                try await gate.wait()
                try await writer.write("last")
            }
        }
        let streamed = try await rig.transport.send(request(rig), delivery: .streamed)
        clock.advance(by: .seconds(3600))
        let file = folder.url.appending(path: "file")
        let request = request(rig)
        let download = Task { try await rig.transport.send(request, delivery: .file(file)) }
        await gate.waiting(atLeast: 2)
        gate.open()
        #expect(try await streamed.stream?.collect(upTo: 100) == Data("first last".utf8))
        _ = try await download.value
        #expect(try Data(contentsOf: file) == Data("first last".utf8))
    }
}
