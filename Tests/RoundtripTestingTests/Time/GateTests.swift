import RoundtripTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct GateTests {
    private let gate = Gate()

    @Test func `a closed gate holds everyone until it opens`() async throws {
        let gate = gate
        let tasks = (0..<3).map { _ in Task { try await gate.wait() } }
        await gate.waiting(atLeast: 3)
        #expect(!gate.isOpen)
        gate.open()
        for task in tasks { try await task.value }
        #expect(gate.isOpen)
    }

    @Test func `an open gate holds nobody`() async throws {
        gate.open()
        gate.open()
        try await gate.wait()
    }

    @Test func `a cancelled task leaves at once and the others stay`() async throws {
        let gate = gate
        let leaving = Task { try await gate.wait() }
        let staying = Task { try await gate.wait() }
        await gate.waiting(atLeast: 2)
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        gate.open()
        try await staying.value
    }

    @Test func `a task that is cancelled already does not pass even an open gate`() async throws {
        let (gate, first) = (gate, Gate())
        gate.open()
        let task = Task {
            try? await first.wait()
            try await gate.wait()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `waiting for the waiters ends when that task is cancelled`() async {
        let gate = gate
        let waiter = Task { await gate.waiting(atLeast: 1) }
        waiter.cancel()
        await waiter.value
    }
}
