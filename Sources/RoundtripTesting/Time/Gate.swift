import Roundtrip

/// A door that holds tasks until a test opens it.
///
/// ```swift
/// let gate = Gate()
/// let server = try await LoopbackServer.start { _ in
///     try await gate.wait()
///     return .json(#"{"id":1}"#)
/// }
/// async let reply = client.send(GetUser(id: "42"))
/// await gate.waiting(atLeast: 1)   // the answer is being held
/// gate.open()
/// ```
///
/// Once open it stays open.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var nextID = 0
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state = Locked(State())
    private let waiters = Tally()

    public init() {}

    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Returns when the gate is open. A task that is cancelled leaves at once with `CancellationError`.
    public func wait() async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    guard !state.isOpen else { return .success(()) }
                    guard !Task.isCancelled else { return .failure(CancellationError()) }
                    state.waiters[id] = continuation
                    waiters.add()
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: id)
                if waiter != nil { waiters.add(-1) }
                return waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Lets everyone through, now and from now on.
    public func open() {
        let released = state.withLock { state in
            state.isOpen = true
            waiters.add(-state.waiters.count)
            defer { state.waiters = [:] }
            return state.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiter in released { waiter.resume() }
    }

    /// Waits until at least `count` tasks stand before the gate. Returns early only if the waiting task is cancelled.
    public func waiting(atLeast count: Int) async {
        await waiters.reaches(count)
    }
}
