import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct TestClockTests {
    private let clock = TestClock()

    @Test func `time stands still until it is moved`() {
        let start = clock.date
        #expect(clock.uptime == .zero)
        clock.advance(by: .milliseconds(1500))
        #expect(clock.uptime == .milliseconds(1500))
        #expect(clock.date == start.addingTimeInterval(1.5))
    }

    @Test func `the first date can be chosen`() {
        let date = Date(timeIntervalSince1970: 0)
        #expect(TestClock(date: date).date == date)
    }

    @Test func `time never moves backwards nor overflows`() {
        clock.advance(by: .seconds(5))
        clock.advance(by: .seconds(-3))
        #expect(clock.uptime == .seconds(5))
        for _ in 0..<100 { clock.advance(by: .seconds(Int64.max)) }
        #expect(clock.uptime > .seconds(1_000_000_000))
    }

    @Test(arguments: [.zero, .seconds(-1)] as [Duration])
    func `a sleep of nothing returns at once`(duration: Duration) async throws {
        try await clock.sleep(for: duration)
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `a sleeper wakes at its deadline and not a moment before`() async throws {
        let clock = clock
        let hasWoken = Locked(false)
        let sleeper = Task {
            try await clock.sleep(for: .seconds(2))
            hasWoken.withLock { $0 = true }
        }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(2) - .nanoseconds(1))
        #expect(clock.pendingSleeps == [.nanoseconds(1)])
        #expect(!hasWoken.withLock { $0 })
        clock.advance(by: .nanoseconds(1))
        #expect(clock.pendingSleeps.isEmpty)
        try await sleeper.value
        #expect(hasWoken.withLock { $0 })
    }

    @Test func `an endless sleep does not overflow and stays asleep`() async throws {
        let clock = clock
        clock.advance(by: .seconds(Int64.max))
        let sleeper = Task { try await clock.sleep(for: .seconds(Int64.max)) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1_000_000))
        #expect(clock.pendingSleeps.count == 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func `pending sleeps are listed shortest first and as what is left`() async throws {
        let clock = clock
        let sleepers = [3, 1, 2].map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        await clock.sleepers(atLeast: 3)
        clock.advance(by: .milliseconds(500))
        #expect(clock.pendingSleeps == [.milliseconds(500), .milliseconds(1500), .milliseconds(2500)])
        for sleeper in sleepers { sleeper.cancel() }
    }

    @Test func `sleepers wake by deadline and then by arrival`() async throws {
        let order = await OrderOfWaking(clock).run([3, 1, 2, 1, 3])
        #expect(order == [1, 3, 2, 0, 4])
    }

    @Test func `a jump to the next sleeper wakes those of that moment only`() async throws {
        let clock = clock
        let sleepers = [5, 2, 2].map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        await clock.sleepers(atLeast: 3)
        #expect(clock.advanceToNextSleeper() == .seconds(2))
        #expect(clock.pendingSleeps == [.seconds(3)])
        #expect(clock.advanceToNextSleeper() == .seconds(3))
        #expect(clock.advanceToNextSleeper() == .zero)
        #expect(clock.uptime == .seconds(5))
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test func `a cancelled sleeper leaves at once`() async throws {
        let clock = clock
        let sleeper = Task { try await clock.sleep(for: .seconds(60)) }
        await clock.sleepers(atLeast: 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.pendingSleeps.isEmpty)
        #expect(clock.uptime == .zero)
    }

    @Test(arguments: [.seconds(60), .zero] as [Duration])
    func `a task that is cancelled already does not fall asleep`(duration: Duration) async throws {
        let clock = clock
        let gate = Gate()
        let sleeper = Task {
            try? await gate.wait()
            try await clock.sleep(for: duration)
        }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `cancelling one sleeper leaves the others asleep`() async throws {
        let clock = clock
        let leaving = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(atLeast: 1)
        let staying = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(atLeast: 2)
        leaving.cancel()
        _ = await leaving.result
        #expect(clock.pendingSleeps == [.seconds(1)])
        clock.advance(by: .seconds(1))
        try await staying.value
    }

    @Test func `time can be moved as soon as enough tasks sleep`() async throws {
        let clock = clock
        async let moved: Void = clock.advance(by: .seconds(1), afterSleepers: 2)
        let sleepers = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
        await moved
        for sleeper in sleepers { try await sleeper.value }
        #expect(clock.uptime == .seconds(1))
    }

    @Test func `waiting for sleepers ends when the waiting task is cancelled`() async throws {
        let clock = clock
        let waiter = Task { await clock.sleepers(atLeast: 1) }
        waiter.cancel()
        await waiter.value
    }

    @Test func `a thousand sleepers that race with their cancellation all leave once`() async throws {
        let clock = clock
        let sleepers = (0..<1000).map { n in Task { try await clock.sleep(for: .milliseconds(n)) } }
        async let advancing: Void = {
            for _ in 0..<1000 { clock.advance(by: .milliseconds(1)) }
        }()
        for sleeper in sleepers { sleeper.cancel() }
        await advancing
        for sleeper in sleepers { _ = await sleeper.result }
        #expect(clock.pendingSleeps.isEmpty)
    }
}

/// Runs sleepers on one actor, where tasks run in the order in which they were woken.
private actor OrderOfWaking {
    private let clock: TestClock
    private var order: [Int] = []

    init(_ clock: TestClock) {
        self.clock = clock
    }

    func run(_ seconds: [Int]) async -> [Int] {
        var tasks: [Task<Void, Never>] = []
        for (index, seconds) in seconds.enumerated() {
            tasks.append(Task { await sleep(index, for: .seconds(seconds)) })
            await clock.sleepers(atLeast: index + 1)
        }
        clock.advance(by: .seconds(10))
        for task in tasks { await task.value }
        return order
    }

    private func sleep(_ index: Int, for duration: Duration) async {
        try? await clock.sleep(for: duration)
        order.append(index)
    }
}
