import Foundation
import Roundtrip

/// The head of the page, and what concerns no one call.
extension Report {
    static func overview(_ title: String, _ calls: [TracedCall], _ log: HAR.Log) -> HTML {
        let failures = calls.filter { $0.call.outcome == .failed }
        let first = calls.map(\.started).min()
        let figures: [(String, String)] = [
            ("Calls", "\(calls.count)"),
            ("Requests sent", "\(log.entries.count)"),
            ("Failed", "\(failures.count)"),
            ("Retries", "\(calls.reduce(0) { $0 + $1.count(.retry) })"),
            ("From the cache", "\(calls.count(where: \.isAnsweredByCache))"),
        ]
        let lost = log.lostCalls ?? 0
        return """
            <header>
            <h1>\(title)</h1>
            <p>\(first.map { "The first call was made on \(day($0)) at \(clock($0)) UTC." } ?? "Nothing was recorded.")\(
                lost > 0 ? " Calls before these had to give way and are not shown: \(lost)." : "")</p>
            <dl class="figures">
            \(figures.map { name, value -> HTML in "<div><dt>\(name)</dt><dd>\(value)</dd></div>\n" })\
            </dl>
            <nav aria-label="On this page"><ul>
            <li><a href="#endpoints">Endpoints</a></li>
            <li><a href="#calls">Calls</a></li>
            <li><a href="#session">Session</a></li>
            </ul></nav>
            </header>
            """
    }

    static func session(_ steps: [HAR.Step]) -> HTML {
        let rows = steps.map { step -> HTML in
            """
            <li><time datetime="\(ISO8601.string(from: step.startedDateTime))">\(clock(step.startedDateTime))</time> \
            \(step.text)</li>

            """
        }
        return """
            <section id="session" aria-labelledby="session-title">
            <h2 id="session-title">Session</h2>
            \(rows.isEmpty ? "<p>Nothing happened to the session.</p>" : "<ol class=\"session\">\(rows)</ol>" as HTML)
            </section>
            """
    }

    /// `2031-05-01`.
    static func day(_ date: Date) -> String { String(ISO8601.string(from: date).prefix(10)) }

    /// `10:00:00.250`.
    static func clock(_ date: Date) -> String { String(ISO8601.string(from: date).dropFirst(11).dropLast()) }
}
