import Roundtrip

/// The time that a table's tracks cover, in milliseconds, and where each moment stands on them.
///
/// Long spans in which nothing was in flight, such as the wait before a retry, are folded: each takes the same small part
/// of the track, so that they do not squeeze everything else to a point.
struct Axis: Sendable {
    /// A span in which nothing was in flight.
    struct Fold: Sendable, Hashable {
        let start: Double
        let end: Double
        var length: Double { end - start }
    }

    let start: Double
    let duration: Double
    let folds: [Fold]
    /// How long a fold seems.
    private let foldedLength: Double

    /// A quiet span longer than this part of the whole is folded, so there are six folds at most.
    private static let shortestFold = 0.15
    /// The part of the track that a fold takes.
    private static let foldWidth = 0.05

    init(_ burst: Waterfall.Burst) {
        self.init(
            start: burst.start.milliseconds, duration: burst.duration, quiet: Self.quietSpans(in: burst.calls))
    }

    init(start: Double, duration: Double, quiet: [Fold] = []) {
        let folds = quiet.filter { $0.length > duration * Self.shortestFold }
        let busy = duration - folds.reduce(0) { $0 + $1.length }
        self.start = start
        self.duration = duration
        self.folds = busy > 0 ? folds : []
        foldedLength = Self.foldWidth * busy / (1 - Self.foldWidth * Double(folds.count))
    }

    /// Where the moment stands, from 0 to 100 percent of the track.
    func place(_ moment: Double) -> Double {
        func seeming(_ moment: Double) -> Double {
            folds.reduce(moment - start) { length, fold in
                let inside = moment.clamped(to: fold.start...fold.end) - fold.start
                return length - inside * (1 - foldedLength / fold.length)
            }
        }
        return (seeming(moment) / seeming(start + duration) * 100).clamped(to: 0...100)
    }

    /// A bar as a `style`: its place and width.
    func style(from start: Double, for length: Double) -> String {
        let left = place(start)
        return "left:\(Self.percent(left));width:\(Self.percent(place(start + length) - left))"
    }

    /// The folds as the background of every track; empty without any.
    var shade: String {
        guard !folds.isEmpty else { return "" }
        let stops = folds.map { fold in
            let (left, right) = (Self.percent(place(fold.start)), Self.percent(place(fold.end)))
            return "transparent \(left),var(--fold) \(left) \(right),transparent \(right)"
        }
        return "--folds:linear-gradient(90deg,\(stops.joined(separator: ",")))"
    }

    private static func percent(_ number: Double) -> String { Decimals.text(number, digits: 3) + "%" }

    private static func quietSpans(in calls: [TracedCall]) -> [Fold] {
        let busy = calls.flatMap { call -> [(start: Double, end: Double)] in
            let attempts = call.attempts.map { attempt in
                let start = attempt.startedDateTime.milliseconds
                return (start: start, end: start + attempt.time.clampedDuration)
            }
            // A call's ends are moments that must not disappear in a fold.
            return attempts.isEmpty
                ? [(call.start, call.end)] : attempts + [(call.start, call.start), (call.end, call.end)]
        }.sorted { $0.start < $1.start }
        var folds: [Fold] = []
        var end = busy.first?.end ?? 0
        for span in busy {
            if span.start > end { folds.append(Fold(start: end, end: span.start)) }
            end = max(end, span.end)
        }
        return folds
    }
}
