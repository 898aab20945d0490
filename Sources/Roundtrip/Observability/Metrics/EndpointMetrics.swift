/// What one endpoint's calls have come to.
struct EndpointMetrics: Sendable {
    private var counts: MetricsSnapshot.Endpoint
    private var durations = Histogram()

    init(name: String) {
        counts = MetricsSnapshot.Endpoint(name: name)
    }

    mutating func count(_ kind: NetworkEvent.Kind) {
        switch kind {
        case .callFinished(let end): count(end)
        case .attemptFinished(let attempt):
            counts.attempts += 1
            counts.bytesSent = Self.sum(counts.bytesSent, attempt.metrics.bytesSent)
            counts.bytesReceived = Self.sum(counts.bytesReceived, attempt.metrics.bytesReceived)
        case .retryScheduled: counts.retries += 1
        case .replayed: counts.replays += 1
        case .redirected: counts.redirects += 1
        case .cache(let outcome): counts.cache[outcome.rawValue, default: 0] += 1
        case .elementsDropped(let number, _): counts.droppedElements = Self.sum(counts.droppedElements, number)
        default: break
        }
    }

    /// A cancelled call says nothing about how long the endpoint takes.
    private mutating func count(_ end: CallEnd) {
        switch end.outcome {
        case .succeeded(let status):
            counts.succeeded += 1
            counts.statuses[status, default: 0] += 1
            durations.add(end.duration)
        case .failed(let category, let status):
            counts.failed[category.rawValue, default: 0] += 1
            if let status { counts.statuses[status, default: 0] += 1 }
            durations.add(end.duration)
        case .cancelled: counts.cancelled += 1
        }
    }

    var summary: MetricsSnapshot.Endpoint {
        var summary = counts
        summary.latency.count = durations.count
        summary.latency.sum = durations.sum.inSeconds
        summary.latency.p50 = durations.quantile(0.5)?.inSeconds ?? 0
        summary.latency.p90 = durations.quantile(0.9)?.inSeconds ?? 0
        summary.latency.p99 = durations.quantile(0.99)?.inSeconds ?? 0
        summary.latency.longest = durations.longest.inSeconds
        return summary
    }

    /// Saturates instead of overflowing: sizes come from the network.
    private static func sum(_ total: Int, _ number: Int?) -> Int {
        let (sum, hasOverflowed) = total.addingReportingOverflow(max(0, number ?? 0))
        return hasOverflowed ? .max : sum
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
