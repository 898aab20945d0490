import Foundation
import Roundtrip

/// What is known so far about one call.
struct RecordedCall: Sendable {
    private(set) var call: HAR.Call
    private(set) var entries: [HAR.Entry] = []
    /// Roughly what it takes in memory.
    private(set) var byteCount: Int
    /// Why the next attempt will be made.
    private var cause = HAR.Cause.first
    /// Whether the beginning was seen.
    private var isWhole = false

    /// No call has more; a lossy list in a stream could go on for ever.
    private static let stepLimit = 100

    init(id: String, _ event: NetworkEvent) {
        call = HAR.Call(id: id, endpoint: event.endpoint ?? "", startedDateTime: event.date)
        byteCount = 512 + id.utf8.count + call.endpoint.utf8.count
    }

    mutating func add(_ event: NetworkEvent, _ redaction: Redaction) {
        switch event.kind {
        case .callStarted(let method):
            call.method = method.rawValue
            isWhole = true
        case .callFinished(let end): finish(end, event.date)
        case .attemptFinished(let attempt): add(attempt, redaction)
        case .retryScheduled: cause = .retry
        case .replayed: cause = .replay
        case .redirected: cause = .redirect
        case .cache(let outcome): call.cache = outcome.rawValue
        default: break
        }
        if let step = HAR.Step(event) { add(step) }
    }

    /// The answer to another call with the same request is this one's too, or the other way round.
    mutating func share(exchangeOf count: Int, _ date: Date) {
        add(HAR.Step(kind: .shared, startedDateTime: date, text: "One exchange for \(count) calls"))
    }

    private mutating func add(_ step: HAR.Step) {
        guard call.steps.count < Self.stepLimit else { return }
        call.steps.append(step)
        byteCount += 64 + step.text.utf8.count
    }

    private mutating func add(_ attempt: AttemptEnd, _ redaction: Redaction) {
        let entry = HAR.Entry(attempt, call, cause: cause, redaction)
        cause = .first
        if call.method == nil { call.method = attempt.method.rawValue }
        entries.append(entry)
        byteCount += entry.byteCount
    }

    private mutating func finish(_ end: CallEnd, _ date: Date) {
        call.time = end.duration.harMilliseconds
        if !isWhole { call.startedDateTime = date - call.time / 1000 }
        switch end.outcome {
        case .succeeded(let status): (call.outcome, call.status) = (.succeeded, status)
        case .failed(let category, let status):
            (call.outcome, call.status, call.error) = (.failed, status, category.rawValue)
        case .cancelled: call.outcome = .cancelled
        }
    }
}
