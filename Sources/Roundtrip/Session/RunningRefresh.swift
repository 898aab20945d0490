/// What belongs to one refresh while it runs: its tasks, and the store's lock once it is held.
final class RunningRefresh: Sendable {
    private struct State {
        var hasEnded = false
        var tasks: [Task<Void, Never>] = []
        var release: (@Sendable () -> Void)?
        var outcome: NetworkEvent.RefreshOutcome?
    }

    private let state = Locked(State())

    func add(_ task: Task<Void, Never>) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.tasks.append(task) }
            return state.hasEnded
        }
        if hasEnded { task.cancel() }
    }

    /// Keeps the lock until the end, or gives it back at once if that has come.
    func holds(_ release: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.release = release }
            return state.hasEnded
        }
        if hasEnded { release() }
    }

    /// Notes what the refresh has come to, for its observers. New tokens that came stay
    /// the outcome, even if the time is up before they are saved.
    func tends(to outcome: NetworkEvent.RefreshOutcome) {
        state.withLock { if $0.outcome != .renewed { $0.outcome = outcome } }
    }

    /// What observers are told. A refusal that signed nobody out was overtaken: another process had newer tokens.
    func outcome(isSignedOut: Bool) -> NetworkEvent.RefreshOutcome {
        let outcome = state.withLock { $0.outcome } ?? .overtaken
        return outcome == .refused && !isSignedOut ? .overtaken : outcome
    }

    /// Stops everything that is still running and gives the lock back.
    func end() {
        let ended = state.withLock { state in
            defer { state = State(hasEnded: true, outcome: state.outcome) }
            return state
        }
        for task in ended.tasks { task.cancel() }
        ended.release?()
    }
}
