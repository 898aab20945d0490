import Roundtrip

/// What the calls of one endpoint came to. Durations are in milliseconds, over calls that ended and were not cancelled.
struct EndpointSummary: Sendable, Equatable {
    let name: String
    let calls: Int
    let failures: Int
    let retries: Int
    /// Failed calls among those that ended and were not cancelled, from 0 to 1.
    let errorRate: Double
    /// `nil` if no call ended.
    let p50: Double?
    let p90: Double?
    let p99: Double?

    /// The endpoints by name.
    static func summaries(of calls: [TracedCall]) -> [EndpointSummary] {
        Dictionary(grouping: calls, by: \.call.endpoint).map(EndpointSummary.init).sorted { $0.name < $1.name }
    }

    init(_ name: String, _ calls: [TracedCall]) {
        let ended = calls.filter { $0.call.outcome == .succeeded || $0.call.outcome == .failed }
        let durations = ended.map(\.duration).sorted()
        self.name = name
        self.calls = calls.count
        failures = ended.count { $0.call.outcome == .failed }
        retries = calls.reduce(0) { $0 + $1.count(.retry) }
        errorRate = ended.isEmpty ? 0 : Double(failures) / Double(ended.count)
        (p50, p90, p99) = (durations.quantile(0.5), durations.quantile(0.9), durations.quantile(0.99))
    }
}

extension [Double] {
    /// Of sorted numbers, the one that this part of all does not exceed, by the nearest rank.
    fileprivate func quantile(_ part: Double) -> Double? {
        guard !isEmpty else { return nil }
        let rank = Int((part * Double(count)).rounded(.up))
        return self[(rank - 1).clamped(to: 0...(count - 1))]
    }
}
