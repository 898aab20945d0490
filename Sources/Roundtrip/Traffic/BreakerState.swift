/// The rules of a circuit breaker for one origin: pure, the time comes in.
struct BreakerState: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        case closed(failures: Int)
        case open(until: Duration)
        /// One call is let through to see whether the server is back.
        case halfOpen(probeUntil: Duration)
    }

    enum Outcome: Hashable, Sendable {
        case success
        case failure
        /// Says nothing about the server: cancelled, or not even sent.
        case unclear
    }

    private(set) var phase = Phase.closed(failures: 0)
    let thresholds: CircuitBreaker.Thresholds

    init(thresholds: CircuitBreaker.Thresholds) {
        self.thresholds = thresholds
    }

    /// `nil` if a call may go, otherwise how long it is to wait.
    mutating func admit(at now: Duration) -> Duration? {
        switch phase {
        case .closed:
            return nil
        case .open(let until), .halfOpen(let until):
            guard now >= until else { return until - now }
            // The probe counts as lost after the same time, so that one that never ends keeps nobody out for ever.
            phase = .halfOpen(probeUntil: now + thresholds.openFor)
            return nil
        }
    }

    mutating func record(_ outcome: Outcome, at now: Duration) {
        switch (phase, outcome) {
        case (.closed(let failures), .failure):
            phase =
                failures + 1 >= thresholds.failures
                ? .open(until: now + thresholds.openFor) : .closed(failures: failures + 1)
        case (.halfOpen, .failure):
            phase = .open(until: now + thresholds.openFor)
        case (.halfOpen, .unclear):
            phase = .open(until: now)
        case (.closed, .success), (.halfOpen, .success):
            phase = .closed(failures: 0)
        case (.open, _), (.closed, .unclear):
            break  // an answer to a call that began before the circuit opened
        }
    }
}

extension BreakerState.Phase {
    /// The phase as observers are told it.
    var name: NetworkEvent.CircuitPhase {
        switch self {
        case .closed: .closed
        case .open: .open
        case .halfOpen: .halfOpen
        }
    }
}
