import Foundation

/// Repeats failed attempts as the call's `RetryPolicy` decides.
///
/// The count of failed attempts lives in the call's context, so the replay after a token refresh does not begin it anew.
/// The policy is not asked once the call is cancelled.
public struct RetryMiddleware: Middleware {
    private let budget: RetryBudget
    private let random: any RandomSource

    public init(budget: RetryBudget = .shared, random: any RandomSource = SystemRandomSource()) {
        self.budget = budget
        self.random = random
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let origin = Origin(request.url)
        while true {
            let result = await attempt(request, next)
            guard let outcome = Self.failure(of: result, to: request, now: context.time.date) else {
                if let origin, case .success = result { budget.deposit(for: origin) }
                return try result.get()
            }
            try Task.checkCancellation()
            guard !request.hasFallback else { return try result.get() }
            let failure = failedAttempt(outcome, request, context, origin)
            guard case .retry(let wait) = context.options.retryPolicy.decision(for: failure), failure.isSafeToRepeat,
                let origin, budget.withdraw(for: origin)
            else { return try result.get() }
            context.record(.retryScheduled(after: wait, because: outcome.retryReason))
            try await context.time.sleep(for: wait)
        }
    }

    private func attempt(_ request: HTTPRequest, _ next: Next) async -> Result<HTTPResponse, any Error> {
        do {
            return .success(try await next(request))
        } catch {
            return .failure(error)
        }
    }

    private func failedAttempt(
        _ outcome: FailedAttempt.Outcome,
        _ request: HTTPRequest,
        _ context: CallContext,
        _ origin: Origin?
    ) -> FailedAttempt {
        let status: Int? = if case .status(let status, _) = outcome { status } else { nil }
        let earlier = context.progress.attemptFailed(status: status)
        return FailedAttempt(
            outcome: outcome, attempt: earlier.count + 1, method: request.method,
            hasIdempotencyKey: request.idempotencyKey != nil, isBodyReplayable: request.body.isReplayable,
            earlierStatuses: earlier.statuses, timeLeft: context.timeLeft,
            hasBudget: origin.map(budget.isAvailable) ?? false, fraction: random.fraction())
    }

    /// What failed, or `nil` for an answer or error that no policy is asked about.
    private static func failure(
        of result: Result<HTTPResponse, any Error>,
        to request: HTTPRequest,
        now: Date
    ) -> FailedAttempt.Outcome? {
        switch result {
        case .success(let response) where response.followsCompletion(of: request):
            return nil
        case .success(let response) where (400...).contains(response.status) && response.status != 401:
            let wait = response.headers["Retry-After"].flatMap { RetryAfter.delay(from: $0, now: now) }
            return .status(response.status, retryAfter: wait)
        case .failure(let error as TransportError):
            return .failure(error)
        case .success, .failure:
            return nil
        }
    }
}

extension FailedAttempt.Outcome {
    fileprivate var retryReason: NetworkEvent.RetryReason {
        switch self {
        case .status(let status, _): .status(status)
        case .failure(let error): .failure(FailureCategory(error))
        }
    }
}
