import Foundation
import Roundtrip

/// The waterfall: one table for each burst, in it a group of rows for each call.
extension Report {
    static func waterfall(_ waterfall: Waterfall) -> HTML {
        """
        <section id="calls" aria-labelledby="calls-title">
        <h2 id="calls-title">Calls</h2>
        \(legend)
        \(waterfall.bursts.map(table))\
        </section>
        """
    }

    private static var legend: HTML {
        let phases = Phase.allCases.map { phase -> HTML in
            "<li><span class=\"key \(phase.rawValue)\"></span>\(phase.label)</li>\n"
        }
        return """
            <ul class="legend" aria-label="Colours of the bars">
            \(phases)\
            <li><span class="key whole"></span>A whole call</li>
            <li><span class="key failed whole"></span>A failed one</li>
            <li><span class="key pause"></span>Wait before a retry</li>
            <li><span class="swatch fold"></span>Nothing in flight, drawn short</li>
            </ul>
            <ul class="legend" aria-label="Labels of calls and attempts">
            \(Badge.allCases.map { badge -> HTML in "<li>\(badge.html()) \(badge.meaning)</li>\n" })\
            </ul>
            """
    }

    private static func table(_ burst: Waterfall.Burst) -> HTML {
        let axis = Axis(burst)
        let title = "\(clock(burst.start)): \(burst.calls.count == 1 ? "1 call" : "\(burst.calls.count) calls")"
        let folds = axis.folds.map { Milliseconds.text($0.length) }.joined(separator: ", ")
        return """
            <table class="waterfall" role="table" style="\(axis.shade)">
            <caption>\(title) in \(Milliseconds.text(burst.duration))\(
                folds.isEmpty ? "" : "; shaded and drawn short, nothing was in flight: \(folds)")</caption>
            <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Call</th>\
            <th scope="col" role="columnheader">Outcome</th><th scope="col" role="columnheader">Time</th>\
            <th scope="col" role="columnheader"><span class="spoken">Timeline</span><span class="axis"><span>0</span>\
            <span>\(Milliseconds.text(burst.duration))</span></span></th></tr></thead>
            \(burst.calls.map { rows($0, axis) })\
            </table>

            """
    }

    private static func rows(_ traced: TracedCall, _ axis: Axis) -> HTML {
        let call = traced.call
        let badges = Badge.badges(of: traced).map { badge, count -> HTML in " \(badge.html(count: count))" }
        // A replay's badge says all.
        let notes = call.steps.filter { $0.kind != .session && $0.kind != .replay }.map { step -> HTML in
            "<li>\(step.text)</li>"
        }
        let id: HTML = call.id.isEmpty ? .empty : "<span class=\"id\">\(call.id)</span>"
        return """
            <tbody role="rowgroup" class="call\(call.outcome == .failed ? " failed" : "")">
            <tr role="row"><th scope="row" role="rowheader"><span class="method">\(call.method ?? "")</span> \
            <span class="endpoint">\(call.endpoint)</span>\(badges) \(id)\
            \(notes.isEmpty ? .empty : "<ul class=\"notes\">\(notes)</ul>")</th>\
            <td role="cell" class="outcome">\(outcome(of: call))</td>\
            <td role="cell" class="time">\(call.time < 0 ? "–" : Milliseconds.text(traced.duration))</td>\
            <td role="cell" class="timeline">\(callTrack(traced, axis))</td></tr>
            \(traced.needsAttemptRows ? traced.attempts.map { row($0, axis) } : [])\
            </tbody>

            """
    }

    private static func row(_ attempt: HAR.Entry, _ axis: Axis) -> HTML {
        let cause = attempt.cause.flatMap(Badge.init).map { badge -> HTML in " \(badge.html())" } ?? .empty
        return """
            <tr role="row" class="attempt"><th scope="row" role="rowheader">Attempt \(attempt.attempt ?? 1)\(cause)</th>\
            <td role="cell" class="outcome">\(outcome(of: attempt))</td>\
            <td role="cell" class="time">\(Milliseconds.text(attempt.time))</td>\
            <td role="cell" class="timeline">\(attemptTrack(attempt, axis))</td></tr>

            """
    }

    private static func outcome(of call: HAR.Call) -> String {
        let status = call.status.map { "\($0)" }
        return switch call.outcome {
        case .succeeded: status ?? "done"
        // A status says more than that it was the server.
        case .failed where call.error == FailureCategory.server.rawValue: "\(status ?? "") failed"
        case .failed:
            [status, "failed" + (call.error.map { ": \($0)" } ?? "")].compactMap(\.self).joined(separator: " ")
        case .cancelled: "cancelled"
        case nil: "running"
        }
    }

    private static func outcome(of attempt: HAR.Entry) -> String {
        let status = attempt.response.status == 0 ? "no answer" : "\(attempt.response.status)"
        return switch attempt.outcome {
        case .failed: "\(status): \(attempt.response.error ?? "failed")"
        case .abandoned: "\(status), abandoned"
        case .finished, nil: status
        }
    }
}
