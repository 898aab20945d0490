import Foundation
import Roundtrip
import Testing

@Suite struct `Retry policy` {
    typealias Outcome = FailedAttempt.Outcome

    private static func failure(_ kind: TransportError.Kind, sent: Bool = true) -> Outcome {
        .failure(TransportError(kind, mayHaveBeenSent: sent))
    }

    private static func status(_ status: Int, retryAfter: Duration? = nil) -> Outcome {
        .status(status, retryAfter: retryAfter)
    }

    static let methods: [HTTPMethod] = [
        .get, .head, .put, .delete, .options, .trace, .post, .patch, HTTPMethod(rawValue: "MERGE"),
    ]
    static let repeatedStatuses = [408, 429, 502, 503, 504, 421, 425]
    static let otherStatuses = [400, 401, 403, 404, 409, 410, 412, 413, 422, 426, 500, 501, 505, 511]
    static let repeatedFailures: [TransportError.Kind] = [
        .timeout, .connectionLost, .truncatedBody, .cannotConnect, .dns,
    ]
    static let otherFailures: [TransportError.Kind] = [
        .offline, .tls, .certificate, .pin, .clientCertificate, .invalidResponse, .uploadSource,
        .responseTooLarge(limit: 1), .file(.missing), .unclear, .middleware(errorType: "X"),
    ]

    /// Every row of method, outcome, body, key and attempt, with the decision written down a second time, column by
    /// column, as DESIGN's table has it.
    @Test func `every combination decides as the table says`() {
        let policy = BackoffRetryPolicy()
        var rows = 0
        let outcomes =
            (Self.repeatedStatuses + Self.otherStatuses).map { Self.status($0) }
            + (Self.repeatedFailures + Self.otherFailures).map { Self.failure($0) }
        for method in Self.methods {
            for outcome in outcomes {
                for isReplayable in [true, false] {
                    for hasKey in [true, false] {
                        for attempt in 1...4 {
                            let decision = policy.decision(
                                for: FailedAttempt(
                                    outcome: outcome, attempt: attempt, method: method, hasIdempotencyKey: hasKey,
                                    isBodyReplayable: isReplayable))
                            let mayRepeat = isReplayable && attempt < 3 && isRepeatable(outcome, method, hasKey)
                            if case .retry = decision {
                                #expect(mayRepeat, "\(method) \(outcome) \(isReplayable) \(hasKey) \(attempt)")
                            } else {
                                #expect(!mayRepeat, "\(method) \(outcome) \(isReplayable) \(hasKey) \(attempt)")
                            }
                            rows += 1
                        }
                    }
                }
            }
        }
        print("retry policy: \(rows) rows")
        #expect(rows >= 400)
    }

    private func isRepeatable(_ outcome: Outcome, _ method: HTTPMethod, _ hasKey: Bool) -> Bool {
        let isIdempotent = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method.rawValue)
        switch outcome {
        case .status(421, _): return true
        case .status(let status, _): return Self.repeatedStatuses.contains(status) && (isIdempotent || hasKey)
        case .failure(let error): return Self.repeatedFailures.contains(error.kind) && (isIdempotent || hasKey)
        }
    }

    struct Row: Sendable, CustomStringConvertible {
        let failure: FailedAttempt
        let expected: RetryDecision
        var description: String { "\(failure.method) \(failure.outcome)" }

        init(_ method: HTTPMethod, key: Bool, replayable: Bool, _ outcome: Outcome, _ expected: RetryDecision) {
            failure = FailedAttempt(
                outcome: outcome, method: method, hasIdempotencyKey: key, isBodyReplayable: replayable)
            self.expected = expected
        }
    }

    static let literals: [Row] = [
        Row(.post, key: false, replayable: true, failure(.connectionLost), .giveUp(.notIdempotent)),
        Row(.post, key: false, replayable: true, status(503), .giveUp(.notIdempotent)),
        Row(.post, key: false, replayable: true, status(429, retryAfter: .seconds(1)), .giveUp(.notIdempotent)),
        Row(.post, key: false, replayable: true, failure(.cannotConnect, sent: false), .giveUp(.notIdempotent)),
        Row(.post, key: true, replayable: true, failure(.connectionLost), .retry(after: .seconds(1))),
        Row(.post, key: true, replayable: true, status(503), .retry(after: .seconds(1))),
        Row(.post, key: true, replayable: false, status(503), .giveUp(.bodyNotReplayable)),
        Row(.post, key: false, replayable: true, status(421), .retry(after: .seconds(1))),
        Row(.post, key: false, replayable: false, status(421), .giveUp(.bodyNotReplayable)),
        Row(.patch, key: false, replayable: true, status(502), .giveUp(.notIdempotent)),
        Row(.patch, key: true, replayable: true, status(504), .retry(after: .seconds(1))),
        Row(.put, key: false, replayable: true, status(503), .retry(after: .seconds(1))),
        Row(.put, key: false, replayable: false, status(503), .giveUp(.bodyNotReplayable)),
        Row(.delete, key: false, replayable: true, failure(.timeout), .retry(after: .seconds(1))),
        Row(.get, key: false, replayable: true, status(500), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, status(501), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, status(401), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, status(404), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, failure(.offline, sent: false), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, failure(.certificate, sent: false), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, failure(.responseTooLarge(limit: 9)), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, status(503, retryAfter: .seconds(7)), .retry(after: .seconds(7))),
        Row(.get, key: false, replayable: true, status(503, retryAfter: .zero), .retry(after: .zero)),
        Row(
            .get, key: false, replayable: true, status(429, retryAfter: .seconds(31)),
            .giveUp(.waitTooLong(.seconds(31)))),
        Row(.get, key: false, replayable: true, status(404, retryAfter: .seconds(1)), .giveUp(.notRetryable)),
        Row(.get, key: false, replayable: true, status(408), .retry(after: .seconds(1))),
    ]

    // RETRY-03, RETRY-04, RETRY-05
    @Test(arguments: literals)
    func `the rows that matter most`(row: Row) {
        #expect(BackoffRetryPolicy().decision(for: row.failure) == row.expected)
    }

    @Test(arguments: [421, 425])
    func `421 and 425 are repeated once`(status: Int) {
        let again = FailedAttempt(outcome: Self.status(status), attempt: 2, earlierStatuses: [status])
        let other = FailedAttempt(outcome: Self.status(status), attempt: 2, earlierStatuses: [503])
        #expect(BackoffRetryPolicy().decision(for: again) == .giveUp(.notRetryable))
        #expect(BackoffRetryPolicy().decision(for: other) == .retry(after: .seconds(2)))
    }

    @Test(
        arguments: [(1, 1.0), (2, 2), (3, 4), (4, 8), (5, 16), (6, 30), (7, 30), (60, 30), (.max - 1, 30)]
            as [(Int, Double)])
    func `the longest wait doubles from one second up to the cap, and the whole range below it is used`(
        attempt: Int,
        longest: Double
    ) {
        let policy = BackoffRetryPolicy(maxAttempts: .max)
        for fraction in [0, 0.25, 1] {
            let failure = FailedAttempt(outcome: Self.status(503), attempt: attempt, fraction: fraction)
            #expect(policy.decision(for: failure) == .retry(after: .seconds(longest) * fraction))
        }
    }

    @Test(arguments: [Double.nan, -.infinity, -1, 2, .infinity])
    func `a random source that gives nonsense gives a wait all the same`(fraction: Double) {
        let failure = FailedAttempt(outcome: Self.status(503), fraction: fraction)
        guard case .retry(let wait) = BackoffRetryPolicy().decision(for: failure) else {
            Issue.record("not repeated")
            return
        }
        #expect(wait >= .zero && wait <= .seconds(1))
    }

    @Test func `a base and a cap without sense give a wait all the same, on every attempt`() {
        let policy = BackoffRetryPolicy(maxAttempts: .max, base: .seconds(Int64.max), cap: .seconds(Int64.max))
        for attempt in [1, 20, Int.max - 1] {
            let failure = FailedAttempt(outcome: Self.status(503), attempt: attempt)
            guard case .retry(let wait) = policy.decision(for: failure) else {
                Issue.record("not repeated")
                return
            }
            #expect(wait > .seconds(86_400))
        }
    }

    // RETRY-05
    @Test func `a wait that the deadline cannot hold ends the call at once and is never shortened`() {
        func decision(_ retryAfter: Duration?, timeLeft: Duration) -> RetryDecision {
            BackoffRetryPolicy().decision(
                for: FailedAttempt(outcome: .status(503, retryAfter: retryAfter), timeLeft: timeLeft))
        }
        #expect(decision(.seconds(10), timeLeft: .seconds(12)) == .retry(after: .seconds(10)))
        #expect(decision(.seconds(12), timeLeft: .seconds(12)) == .giveUp(.waitTooLong(.seconds(12))))
        #expect(decision(.seconds(86_400), timeLeft: .seconds(12)) == .giveUp(.waitTooLong(.seconds(86_400))))
        #expect(decision(nil, timeLeft: .milliseconds(900)) == .giveUp(.waitTooLong(.seconds(1))))
        #expect(decision(nil, timeLeft: .zero) == .giveUp(.waitTooLong(.seconds(1))))
    }

    @Test func `an empty budget and used-up attempts end the call, each with its reason`() {
        let poor = FailedAttempt(outcome: Self.status(503), hasBudget: false)
        let third = FailedAttempt(outcome: Self.status(503), attempt: 3)
        #expect(BackoffRetryPolicy().decision(for: poor) == .giveUp(.budgetUsedUp))
        #expect(BackoffRetryPolicy().decision(for: third) == .giveUp(.attemptsUsedUp))
        #expect(NeverRetryPolicy().decision(for: FailedAttempt(outcome: Self.status(503))) == .giveUp(.notRetryable))
    }

    // RETRY-01
    @Test(arguments: [
        ("120", RetryDecision.giveUp(.waitTooLong(.seconds(120)))), ("0", .retry(after: .zero)),
        (" 7 ", .retry(after: .seconds(7))), ("Wed, 01 Jan 2031 00:00:30 GMT", .retry(after: .seconds(30))),
        ("Wednesday, 01-Jan-31 00:00:30 GMT", .retry(after: .seconds(30))),
        ("Wed Jan  1 00:00:30 2031", .retry(after: .seconds(30))),
        ("Tue, 31 Dec 2030 23:00:00 GMT", .retry(after: .zero)), ("Wed, 32 Foo", .retry(after: .seconds(2))),
        ("-5", .retry(after: .seconds(2))), ("1.5", .retry(after: .seconds(2))), ("+5", .retry(after: .seconds(2))),
        ("nan", .retry(after: .seconds(2))), ("inf", .retry(after: .seconds(2))), ("0x10", .retry(after: .seconds(2))),
        ("1e9", .retry(after: .seconds(2))), ("", .retry(after: .seconds(2))), ("٣", .retry(after: .seconds(2))),
        ("99999999999999999999999", .giveUp(.waitTooLong(.seconds(365 * 86_400)))),
    ])
    func `Retry-After in any form leads to a sane wait`(value: String, expected: RetryDecision) {
        let now = Date(timeIntervalSince1970: 1_924_992_000)  // 2031-01-01T00:00:00Z
        let failure = FailedAttempt(
            outcome: .status(503, retryAfter: RetryAfter.delay(from: value, now: now)), attempt: 2)
        #expect(BackoffRetryPolicy().decision(for: failure) == expected)
    }
}
