/// Repeats what is safe to repeat, with growing random waits, and honours `Retry-After`.
///
/// | | repeated |
/// |---|---|
/// | method | GET HEAD PUT DELETE OPTIONS TRACE; any other only with an `Idempotency-Key` |
/// | status | 408, 429, 502, 503, 504; 425 once; 421 once, whatever the method |
/// | failure | timeout, connection lost, cut off, refused, name not found |
/// | body | only one that can be sent again |
///
/// The wait is `Retry-After` if there is one, otherwise a random part of `base * 2^attempt`, at most `cap` (full jitter):
/// the whole range is used, because clients that failed together must not come back together. A wait that the cap or the
/// deadline cannot hold ends the call with the answer it has.
public struct BackoffRetryPolicy: RetryPolicy {
    public var maxAttempts: Int
    public var base: Duration
    public var cap: Duration

    public init(maxAttempts: Int = 3, base: Duration = .milliseconds(500), cap: Duration = .seconds(30)) {
        self.maxAttempts = maxAttempts
        self.base = max(.zero, base)
        self.cap = max(.zero, cap)
    }

    public func decision(for failure: FailedAttempt) -> RetryDecision {
        guard isWorthRepeating(failure) else { return .giveUp(.notRetryable) }
        guard failure.isBodyReplayable else { return .giveUp(.bodyNotReplayable) }
        guard failure.isSafeToRepeat else { return .giveUp(.notIdempotent) }
        guard failure.attempt < maxAttempts else { return .giveUp(.attemptsUsedUp) }
        guard failure.hasBudget else { return .giveUp(.budgetUsedUp) }
        let wait = wait(after: failure)
        guard wait <= cap, failure.timeLeft.map({ wait < $0 }) ?? true else { return .giveUp(.waitTooLong(wait)) }
        return .retry(after: wait)
    }

    private func isWorthRepeating(_ failure: FailedAttempt) -> Bool {
        switch failure.outcome {
        case .status(let status, _):
            switch status {
            case 408, 429, 502, 503, 504: true
            case 421, 425: !failure.earlierStatuses.contains(status)
            default: false
            }
        case .failure(let error):
            switch error.kind {
            case .timeout, .connectionLost, .truncatedBody, .cannotConnect, .dns: true
            default: false
            }
        }
    }

    private func wait(after failure: FailedAttempt) -> Duration {
        if case .status(_, let wait?) = failure.outcome { return wait }
        // 2^20 times any base is over every sensible cap; more, or more than a year as the base, could overflow.
        let longest = min(cap, min(base, RetryAfter.maximum) * (1 << failure.attempt.clamped(to: 0...20)))
        return longest * failure.fraction.clamped(to: 0...1)
    }
}

/// Repeats nothing.
public struct NeverRetryPolicy: RetryPolicy {
    public init() {}

    public func decision(for failure: FailedAttempt) -> RetryDecision { .giveUp(.notRetryable) }
}

extension RetryPolicy where Self == NeverRetryPolicy {
    public static var never: NeverRetryPolicy { NeverRetryPolicy() }
}

extension RetryPolicy where Self == BackoffRetryPolicy {
    public static var backoff: BackoffRetryPolicy { BackoffRetryPolicy() }
}

extension CallOptions {
    private enum RetryPolicyKey: CallOptionKey { static let defaultValue: any RetryPolicy = BackoffRetryPolicy() }

    /// How failed attempts of this call are repeated; `.never` for not at all.
    public var retryPolicy: any RetryPolicy {
        get { self[RetryPolicyKey.self] }
        set { self[RetryPolicyKey.self] = newValue }
    }
}
