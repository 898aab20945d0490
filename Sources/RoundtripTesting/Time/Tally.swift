import Roundtrip

/// A count that tasks can wait for, without polling.
final class Tally: Sendable {
    private struct Waiter {
        let target: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var count = 0
        var hasEnded = false
        var nextID = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.count } }

    func add(_ difference: Int = 1) {
        change { $0.count += difference }
    }

    /// Lets everyone go who waits now or later: the count will not change any more.
    func end() {
        change { $0.hasEnded = true }
    }

    /// Returns when the count is at least `target`, when it has ended, or when the task is cancelled.
    func reaches(_ target: Int) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    // A cancellation that came before this entry found nothing to remove, so it is asked for here.
                    guard state.count < target, !state.hasEnded, !Task.isCancelled else { return false }
                    state.waiters[id] = Waiter(target: target, continuation: continuation)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume()
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let released = state.withLock { state in
            body(&state)
            let (count, hasEnded) = (state.count, state.hasEnded)
            let released = state.waiters.filter { hasEnded || $0.value.target <= count }
            for id in released.keys { state.waiters[id] = nil }
            return released.values.map(\.continuation)
        }
        for continuation in released { continuation.resume() }
    }
}
