import Foundation
import Roundtrip

/// A call with its attempts, as the report shows it.
struct TracedCall: Sendable {
    let call: HAR.Call
    /// In the order of their numbers.
    let attempts: [HAR.Entry]

    var started: Date { call.startedDateTime }
    /// Milliseconds since 1970.
    var start: Double { started.milliseconds }
    /// For a call that still runs, the end of its last attempt.
    var end: Double {
        let ends = attempts.map { $0.startedDateTime.milliseconds + $0.time.clampedDuration }
        return max(start + call.time.clampedDuration, call.time < 0 ? ends.max() ?? start : start)
    }
    var duration: Double { end - start }
    var isAnsweredByCache: Bool {
        let answers: [NetworkEvent.CacheOutcome] = [.hit, .stale]
        return answers.contains { $0.rawValue == call.cache }
    }
    /// Whether there is more to say than one attempt's bar can.
    var needsAttemptRows: Bool { attempts.count > 1 }

    func count(_ cause: HAR.Cause) -> Int { attempts.count { $0.cause == cause } }
}

extension TracedCall {
    /// The calls of a file, those of other programs included: there, every exchange is a call of its own, and named after
    /// its host alone, because a path may hold whatever a person typed.
    static func calls(in log: HAR.Log, _ redaction: Redaction = Redaction()) -> [TracedCall] {
        let known = log.calls ?? []
        let ids = Set(known.map(\.id))
        let entries = Dictionary(grouping: log.entries) { $0.callID.flatMap { ids.contains($0) ? $0 : nil } }
        let own = known.map { call in
            TracedCall(
                call: call,
                attempts: (entries[call.id] ?? []).sorted {
                    ($0.attempt ?? 0, $0.startedDateTime) < ($1.attempt ?? 0, $1.startedDateTime)
                })
        }
        return own + (entries[nil] ?? []).map { TracedCall(call: HAR.Call($0, redaction), attempts: [$0]) }
    }
}

extension HAR.Call {
    /// A call of one exchange that nobody has told more about.
    fileprivate init(_ entry: HAR.Entry, _ redaction: Redaction) {
        let status = entry.response.status
        let name = redaction.url(String(entry.request.url.prefix { $0 != "?" && $0 != "#" }))
        self.init(
            id: entry.callID ?? "", endpoint: entry.endpoint ?? name, method: entry.request.method,
            startedDateTime: entry.startedDateTime, time: entry.time.clampedDuration,
            outcome: (200..<400).contains(status) ? .succeeded : .failed, status: status == 0 ? nil : status,
            error: status == 0 ? "no answer" : nil)
    }
}

extension Date {
    var milliseconds: Double { (timeIntervalSince1970 * 1000).clamped(to: -1e15...1e15) }
}

extension Double {
    /// A duration from a file: not negative, and at most a year.
    var clampedDuration: Double { clamped(to: 0...31_536_000_000) }
}
