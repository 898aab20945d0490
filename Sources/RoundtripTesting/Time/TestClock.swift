public import Foundation
public import Roundtrip

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// async let reply = client.send(GetUser(id: "42"))   // fails once, then waits for its backoff
/// await clock.sleepers(atLeast: 1)
/// #expect(clock.pendingSleeps == [.seconds(1)])      // exactly, and no real second passes
/// clock.advance(by: .seconds(1))
/// ```
///
/// `uptime` begins at zero. It and `date` move together and only forward.
public final class TestClock: TimeSource {
    private struct Sleeper {
        let deadline: Duration
        let arrival: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var uptime = Duration.zero
        var arrivals = 0
        /// In the order in which they wake.
        var sleepers: [Sleeper] = []
    }

    /// Far beyond any test, and small enough that sums of it never overflow.
    private static let farthest = Duration.seconds(Int64.max / 4)

    private let start: Date
    private let state = Locked(State())
    private let sleeping = Tally()

    /// - Parameter date: The date at the beginning; 14 November 2023, 22:13:20 UTC, unless given.
    public init(date: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        start = date
    }

    public var uptime: Duration { state.withLock { $0.uptime } }
    public var date: Date { start.addingTimeInterval(uptime / .seconds(1)) }

    /// How long each sleeper still has to sleep, shortest first.
    public var pendingSleeps: [Duration] {
        state.withLock { state in state.sleepers.map { $0.deadline - state.uptime } }
    }

    /// Sleeps until the clock was moved by `duration` or more. Nothing or less than nothing returns at once.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let arrival = state.withLock { state in
            state.arrivals += 1
            return state.arrivals
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    // A cancellation that came before this entry found nobody to wake, so it is asked for here.
                    guard !Task.isCancelled else { return true }
                    let deadline = state.uptime + min(duration, Self.farthest)
                    let place = state.sleepers.firstIndex { $0.deadline > deadline } ?? state.sleepers.endIndex
                    state.sleepers.insert(
                        Sleeper(deadline: deadline, arrival: arrival, continuation: continuation),
                        at: place
                    )
                    sleeping.add()
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            wake(throwing: CancellationError()) { $0.arrival == arrival }
        }
    }

    /// Waits until at least `count` tasks sleep. Returns early only if the waiting task is cancelled.
    public func sleepers(atLeast count: Int) async {
        await sleeping.reaches(count)
    }

    /// Moves time forward and wakes everyone whose time has come, by deadline and then by arrival.
    ///
    /// Who is woken runs afterwards, when all of `duration` has passed. Less than nothing moves nothing.
    public func advance(by duration: Duration) {
        let now = state.withLock { state in
            state.uptime = min(state.uptime + min(max(duration, .zero), Self.farthest), Self.farthest)
            return state.uptime
        }
        wake { $0.deadline <= now }
    }

    /// Waits until at least `count` tasks sleep, then moves time forward.
    public func advance(by duration: Duration, afterSleepers count: Int) async {
        await sleepers(atLeast: count)
        advance(by: duration)
    }

    /// Moves time exactly to the next deadline and wakes those who sleep until then; moves nothing if nobody sleeps.
    ///
    /// - Returns: How far time was moved.
    @discardableResult
    public func advanceToNextSleeper() -> Duration {
        let distance = pendingSleeps.first ?? .zero
        advance(by: distance)
        return distance
    }

    private func wake(throwing error: (any Error)? = nil, _ isMeant: (Sleeper) -> Bool) {
        let woken = state.withLock { state in
            let woken = state.sleepers.filter(isMeant).map(\.continuation)
            state.sleepers.removeAll(where: isMeant)
            sleeping.add(-woken.count)
            return woken
        }
        for continuation in woken {
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
    }
}
