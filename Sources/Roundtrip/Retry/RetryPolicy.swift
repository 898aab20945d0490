/// Decides whether a failed attempt is repeated, and when.
///
/// It is asked after each failed attempt and is given everything it may go by, so it needs no clock and no state.
/// `RetryMiddleware` carries its decision out, and never repeats what is not safe to repeat, whatever it says.
public protocol RetryPolicy: Sendable {
    func decision(for failure: FailedAttempt) -> RetryDecision
}

/// One failed attempt, and what surrounds it.
public struct FailedAttempt: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        /// An answer with this status. `retryAfter` is the wait that the server asks for, if it does.
        case status(Int, retryAfter: Duration?)
        case failure(TransportError)
    }

    public var outcome: Outcome
    /// How many attempts of this call have failed, this one included: 1 for the first.
    public var attempt: Int
    public var method: HTTPMethod
    /// Whether the request carries an `Idempotency-Key`.
    public var hasIdempotencyKey: Bool
    /// Whether the body can be sent a second time.
    public var isBodyReplayable: Bool
    /// The statuses of the call's earlier failed attempts.
    public var earlierStatuses: Set<Int>
    /// Until the call's deadline; `nil` if it has none.
    public var timeLeft: Duration?
    /// Whether the origin's retry budget has something left.
    public var hasBudget: Bool
    /// A random number in 0...1.
    public var fraction: Double

    public init(
        outcome: Outcome,
        attempt: Int = 1,
        method: HTTPMethod = .get,
        hasIdempotencyKey: Bool = false,
        isBodyReplayable: Bool = true,
        earlierStatuses: Set<Int> = [],
        timeLeft: Duration? = nil,
        hasBudget: Bool = true,
        fraction: Double = 1
    ) {
        self.outcome = outcome
        self.attempt = attempt
        self.method = method
        self.hasIdempotencyKey = hasIdempotencyKey
        self.isBodyReplayable = isBodyReplayable
        self.earlierStatuses = earlierStatuses
        self.timeLeft = timeLeft
        self.hasBudget = hasBudget
        self.fraction = fraction
    }

    /// Whether sending the request again cannot do its work twice (RFC 9110, section 9.2.2).
    ///
    /// The method is idempotent, or the server can recognise the repetition by its key, or it has said that it did not
    /// process the request because it is the wrong server (421, section 15.5.20).
    public var isSafeToRepeat: Bool {
        guard isBodyReplayable else { return false }
        if case .status(421, _) = outcome { return true }
        return method.isIdempotent || hasIdempotencyKey
    }
}

public enum RetryDecision: Sendable, Hashable {
    case retry(after: Duration)
    case giveUp(GiveUpReason)
}

/// Why a failed attempt is not repeated.
public enum GiveUpReason: Sendable, Hashable {
    /// Repeating would not help, or is not wanted.
    case notRetryable
    /// The request may have been carried out, and the server could not recognise a repetition.
    case notIdempotent
    /// The body exists only once.
    case bodyNotReplayable
    case attemptsUsedUp
    case budgetUsedUp
    /// The wait is longer than the time left or the policy's longest wait. The server's wait is never shortened.
    case waitTooLong(Duration)
}
