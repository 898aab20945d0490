import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@testable import RoundtripLive

@Suite struct `Reachability of a network` {
    private static let wifi = Reachability.Status.reachable(isExpensive: false, isConstrained: false)
    private static let cellular = Reachability.Status.reachable(isExpensive: true, isConstrained: false)

    @Test func `it begins with the state now, leaves out what is no change, and shows latecomers the newest`() async {
        let system = Locked(AsyncStream<Reachability.Status>.Continuation?.none)
        let reachability = Reachability { continuation in
            continuation.yield(.unreachable)
            system.withLock { $0 = continuation }
        }
        let tell: (Reachability.Status) -> Void = { status in _ = system.withLock { $0?.yield(status) } }
        var states = reachability.makeAsyncIterator()
        #expect(await states.next() == .unreachable)
        tell(Self.wifi)
        #expect(await states.next() == Self.wifi)
        tell(Self.wifi)
        tell(.unreachable)
        tell(Self.cellular)
        #expect(await states.next() == Self.cellular)
        tell(Self.cellular)
        system.withLock { $0?.finish() }
        #expect(await states.next() == nil)
    }

    @Test func `work that waits is woken by the first network, whatever it costs, and the watch ends`() async throws {
        let states = Locked(AsyncStream<Reachability.Status>.Continuation?.none)
        let (started, stopped) = (Gate(), Gate())
        let reachability = Reachability { continuation in
            continuation.yield(.unreachable)
            continuation.onTermination = { _ in stopped.open() }
            states.withLock { $0 = continuation }
            started.open()
        }
        async let woken: Void = reachability.waitForNetwork()
        try await started.wait()
        states.withLock { _ = $0?.yield(Self.cellular) }
        try await woken
        try await stopped.wait()
    }

    @Test func `waiting ends with the task, and so does the watch of the system`() async throws {
        let (started, stopped) = (Gate(), Gate())
        let reachability = Reachability { continuation in
            continuation.yield(.unreachable)
            continuation.onTermination = { _ in stopped.open() }
            started.open()
        }
        let waiting = Task { try await reachability.waitForNetwork() }
        try await started.wait()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await stopped.wait()
    }

    #if !canImport(Network)
    @Test func `where the system does not tell, the state is unknown and nobody waits`() async throws {
        var states = Reachability().makeAsyncIterator()
        #expect(await states.next() == .unknown)
        try await Reachability().waitForNetwork()
    }
    #endif
}
