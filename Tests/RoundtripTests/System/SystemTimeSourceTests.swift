import Roundtrip
import RoundtripTesting
import Testing

@Suite struct `The system's clocks` {
    @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max / 4), .seconds(10_000_000_000)])
    func `a sleep that is meant to last for ever ends by cancellation and by nothing else`(
        duration: Duration
    ) async throws {
        let task = Task { try await SystemTimeSource().sleep(for: duration) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .seconds(Int64.min)])
    func `nothing to sleep for returns at once`(duration: Duration) async throws {
        try await SystemTimeSource().sleep(for: duration)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(10_000_000_000)])
    func `a call may have all the time there is`(duration: Duration) async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") }) { $0.time = SystemTimeSource() }
        let options = CallOptions {
            $0.deadline = .after(duration)
            $0.attemptTimeout = duration
        }
        let reply = try await bench.client.reply(for: Request<EmptyResponse>.get("things"), options: options)
        #expect(reply.status == 200)
    }
}
