import Foundation
import Roundtrip

/// The bars of the waterfall. Each track says in words, for those who do not see it, what it shows.
extension Report {
    /// The call as a whole with its waits; where one attempt was all, its phases.
    static func callTrack(_ traced: TracedCall, _ axis: Axis) -> HTML {
        let kind = traced.isAnsweredByCache ? "cached" : "whole"
        let whole: HTML =
            "<span class=\"\(kind)\" style=\"\(axis.style(from: traced.start, for: traced.duration))\"></span>"
        let pauses = traced.call.steps.filter { $0.kind == .retry }.map { step -> HTML in
            let style = axis.style(from: step.startedDateTime.milliseconds, for: step.time)
            return "<span class=\"pause\" style=\"\(style)\"></span>"
        }
        let phases = traced.needsAttemptRows ? [] : traced.attempts.map { bars($0, axis) }
        let begins = "Begins at \(Milliseconds.text(traced.start - axis.start))"
        let words = traced.needsAttemptRows ? [] : traced.attempts.compactMap(words)
        return """
            <span class="track" aria-hidden="true">\(whole)\(pauses)\(phases)</span>\
            <span class="spoken">\(([begins] + words).joined(separator: "; "))</span>
            """
    }

    static func attemptTrack(_ attempt: HAR.Entry, _ axis: Axis) -> HTML {
        let begins = "Begins at \(Milliseconds.text(attempt.startedDateTime.milliseconds - axis.start))"
        return """
            <span class="track" aria-hidden="true">\(bars(attempt, axis))</span>\
            <span class="spoken">\([begins, words(attempt)].compactMap(\.self).joined(separator: "; "))</span>
            """
    }

    private static func bars(_ attempt: HAR.Entry, _ axis: Axis) -> HTML {
        var start = attempt.startedDateTime.milliseconds
        let bars = attempt.timings.phases.map { phase, length -> HTML in
            defer { start += length }
            return "<span class=\"\(phase.rawValue)\" style=\"\(axis.style(from: start, for: length))\"></span>"
        }
        return "\(bars)"
    }

    private static func words(_ attempt: HAR.Entry) -> String? {
        let words = attempt.timings.phases.map { "\($0.phase.label.lowercased()) \(Milliseconds.text($0.length))" }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
