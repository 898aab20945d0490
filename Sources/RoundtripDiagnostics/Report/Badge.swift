import Roundtrip

/// A word in a colour beside a call or an attempt.
enum Badge: String, CaseIterable {
    case retry, replay, redirect, cache, revalidated, shared

    /// Why the attempt was made, unless it is simply the first.
    init?(_ cause: HAR.Cause) {
        switch cause {
        case .first: return nil
        case .retry: self = .retry
        case .replay: self = .replay
        case .redirect: self = .redirect
        }
    }

    var meaning: String {
        switch self {
        case .retry: "repeated after a failure"
        case .replay: "sent again with a renewed token"
        case .redirect: "sent on to another address"
        case .cache: "answered by the cache"
        case .revalidated: "the server confirmed what the cache had"
        case .shared: "one exchange for several calls"
        }
    }

    /// The badges of a call, each with how often it applies.
    static func badges(of traced: TracedCall) -> [(badge: Badge, count: Int)] {
        let counts: [(badge: Badge, count: Int)] = [
            (.retry, traced.count(.retry)), (.replay, traced.count(.replay)), (.redirect, traced.count(.redirect)),
            (.cache, traced.isAnsweredByCache ? 1 : 0),
            (.revalidated, traced.call.cache == NetworkEvent.CacheOutcome.revalidated.rawValue ? 1 : 0),
            (.shared, traced.call.steps.contains { $0.kind == .shared } ? 1 : 0),
        ]
        return counts.filter { $0.count > 0 }
    }

    func html(count: Int = 1) -> HTML {
        "<span class=\"badge \(rawValue)\">\(count > 1 ? "\(count) × \(rawValue)" : rawValue)</span>"
    }
}
