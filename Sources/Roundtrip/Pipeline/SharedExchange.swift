/// One exchange that several calls wait for.
final class SharedExchange: Sendable {
    typealias Outcome = Result<HTTPResponse, any Error>

    private struct State {
        /// Who has joined and not left; 0 means that nobody may join any more.
        var members = 1
        var callIDs: [String]
        var waiting: [Int: CheckedContinuation<Outcome, any Error>] = [:]
        var nextID = 0
        var outcome: Outcome?
        var task: Task<Void, Never>?
    }

    let context: CallContext
    private let state: Locked<State>

    init(context: CallContext) {
        self.context = context
        state = Locked(State(callIDs: [context.id]))
    }

    /// How many have joined and not left.
    var callerCount: Int { state.withLock { $0.members } }

    /// Adds a caller; `false` if the last one has left or the exchange has ended.
    ///
    /// - Parameter callID: Its id, unless it belongs to a call that has joined already.
    func join(_ urgency: CallUrgency, callID: String? = nil) -> Bool {
        let hasJoined = state.withLock { state in
            guard state.members > 0, state.outcome == nil else { return false }
            state.members += 1
            if let callID { state.callIDs.append(callID) }
            return true
        }
        if hasJoined { context.urgency.raise(to: urgency) }
        return hasJoined
    }

    /// - Parameter onEnd: Called before anybody gets the outcome, so that a later call starts anew.
    func start(
        _ send: @escaping @Sendable () async throws -> HTTPResponse,
        onEnd: @escaping @Sendable () -> Void = {}
    ) {
        let task = Task {
            let outcome: Outcome
            do {
                outcome = .success(try await send())
            } catch {
                outcome = .failure(error)
            }
            onEnd()
            finish(outcome)
        }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.members == 0
        }
        if isAbandoned { task.cancel() }
    }

    /// Waits for the outcome; leaves at once when the caller is cancelled.
    func value() async throws -> Outcome {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Outcome, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let outcome = state.outcome { return .success(outcome) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            leave(id)
        }
    }

    private func leave(_ id: Int) {
        let (continuation, abandoned) = state.withLock { state in
            state.members -= 1
            let abandoned = state.members == 0 && state.outcome == nil ? state.task : nil
            return (state.waiting.removeValue(forKey: id), abandoned)
        }
        continuation?.resume(throwing: CancellationError())
        abandoned?.cancel()
    }

    private func finish(_ outcome: Outcome) {
        let (waiting, callIDs) = state.withLock { state in
            state.outcome = outcome
            defer { state.waiting = [:] }
            return (state.waiting, state.callIDs)
        }
        if callIDs.count > 1 { context.record(.coalesced(callIDs: callIDs)) }
        for continuation in waiting.values { continuation.resume(returning: outcome) }
    }
}
