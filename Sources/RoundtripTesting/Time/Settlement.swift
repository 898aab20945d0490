import Roundtrip

/// A result that one caller waits for. It is settled once, by whoever comes first, and the caller goes on at once.
///
/// A task that is cancelled while it awaits another task's `value` waits on until that task ends, so somebody who must be
/// able to leave waits here instead.
final class Settlement<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
        /// Handed over and kept no longer: a stream that nobody else holds is dropped.
        case over
    }

    private let state = Locked(State.open)

    /// The result. To be asked for once.
    func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Value, any Error>? in
                guard case .settled(let result) = state else {
                    state = .awaited(continuation)
                    return nil
                }
                state = .over
                return result
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Only the first result counts.
    func settle(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .open:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .over
                return continuation
            case .settled, .over:
                return nil
            }
        }
        waiting?.resume(with: result)
    }
}

extension Settlement {
    /// Does the work in a task of its own, which a cancelled caller leaves at once, whatever the work is waiting for.
    static func leaving(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let settlement = Settlement()
        let task = Task {
            do { settlement.settle(.success(try await work())) } catch { settlement.settle(.failure(error)) }
        }
        return try await withTaskCancellationHandler {
            try await settlement.value()
        } onCancel: {
            settlement.settle(.failure(CancellationError()))
            task.cancel()
        }
    }
}
