import Foundation

/// How old a stored answer is and how old it may become (RFC 9111, section 4.2), in seconds.
struct Freshness: Hashable, Sendable {
    let age: TimeInterval
    let lifetime: TimeInterval

    var isFresh: Bool { lifetime > age }

    /// How long the answer has been stale; negative while it is fresh.
    var staleness: TimeInterval { age - lifetime }

    /// - Parameter heuristicFraction: Which part of the time since the last modification an answer without a lifetime of
    ///   its own counts as fresh; 0 for none.
    init(of response: StoredResponse, now: Date, heuristicFraction: Double) {
        age = Self.age(of: response, now: now)
        lifetime = Self.lifetime(of: response, heuristicFraction: heuristicFraction)
    }

    /// A cached answer may be younger than the clock, when that was set back; what is more than a minute younger is of
    /// unknown age, so it counts as old.
    private static func age(of response: StoredResponse, now: Date) -> TimeInterval {
        let resident = now.timeIntervalSince(response.responseDate)
        guard resident > -60 else { return .greatestFiniteMagnitude }
        let apparent = max(0, response.responseDate.timeIntervalSince(response.date ?? response.responseDate))
        let delay = max(0, response.responseDate.timeIntervalSince(response.requestDate))
        // Of several values the first counts (section 5.1).
        let stated = response.headers.members(of: "Age").first.flatMap { ASCII.number($0) } ?? 0
        return max(apparent, TimeInterval(min(stated, CacheControl.longest)) + delay) + max(0, resident)
    }

    private static func lifetime(of response: StoredResponse, heuristicFraction: Double) -> TimeInterval {
        let control = response.cacheControl
        if let maxAge = control.maxAge { return TimeInterval(maxAge) }
        let received = response.date ?? response.responseDate
        let expiries = response.headers.values(for: "Expires")
        if let first = expiries.first {
            // What is no date, such as "0", means that the answer has expired (section 5.3).
            let dates = expiries.map { HTTPDate.cached($0, now: response.responseDate) }
            guard let date = dates[0], dates.allSatisfy({ $0 == date }), !first.isEmpty else { return 0 }
            return max(0, date.timeIntervalSince(received))
        }
        guard response.isHeuristicallyCacheable || control.isPublic,
            let modified = response.lastModified
        else { return 0 }
        let fraction = heuristicFraction.clamped(to: 0...1)
        return (received.timeIntervalSince(modified) * fraction).clamped(to: 0...longestHeuristic)
    }

    /// A day: from then on section 4.2.2 once asked for a warning.
    private static let longestHeuristic: TimeInterval = 86_400
}

extension StoredResponse {
    /// Whether the status may be kept and reused without being told so (RFC 9110, section 15.1).
    var isHeuristicallyCacheable: Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }
}

extension TimeInterval {
    /// Whole and never too large, for `Age` and for durations.
    var wholeSeconds: Int { Int(rounded(.down).clamped(to: 0...TimeInterval(CacheControl.longest))) }
}
