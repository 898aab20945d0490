public import Foundation

/// What a `MetricsObserver` has counted since it was made: to be sent, stored, or turned into another format.
///
/// Durations are in seconds.
public struct MetricsSnapshot: Sendable, Hashable, Codable {
    /// How long calls took, from their start to their end. Quantiles are off by at most 0.8 %.
    public struct Latency: Sendable, Hashable, Codable {
        public var count = 0
        public var sum = 0.0
        public var p50 = 0.0
        public var p90 = 0.0
        public var p99 = 0.0
        public var longest = 0.0

        public init() {}
    }

    /// The calls of one endpoint.
    public struct Endpoint: Sendable, Hashable, Codable {
        /// The path template, or `MetricsObserver.overflowName`.
        public var name: String
        public var succeeded = 0
        /// By `FailureCategory`.
        public var failed: [String: Int] = [:]
        public var cancelled = 0
        /// Of calls that ended with a final answer, by status.
        public var statuses: [Int: Int] = [:]
        public var attempts = 0
        public var retries = 0
        public var replays = 0
        public var redirects = 0
        /// By `NetworkEvent.CacheOutcome`.
        public var cache: [String: Int] = [:]
        public var droppedElements = 0
        public var bytesSent = 0
        public var bytesReceived = 0
        public var latency = Latency()

        public init(name: String) {
            self.name = name
        }

        public var failures: Int { failed.values.reduce(0, +) }
        /// Calls that ended in any way.
        public var calls: Int { succeeded + failures + cancelled }
        /// Failed calls among those that were not cancelled, from 0 to 1; 0 if there are none.
        public var errorRate: Double {
            let ended = succeeded + failures
            return ended == 0 ? 0 : Double(failures) / Double(ended)
        }
        /// Answers from the cache, stale and revalidated ones included, among the calls that asked it; `nil` if none did.
        public var cacheHitRatio: Double? {
            let asked = cache.filter { $0.key != NetworkEvent.CacheOutcome.bypassed.rawValue }.values.reduce(0, +)
            let missed = cache[NetworkEvent.CacheOutcome.miss.rawValue] ?? 0
            return asked == 0 ? nil : Double(asked - missed) / Double(asked)
        }
    }

    /// When counting began and when this was taken.
    public var since: Date
    public var until: Date
    /// By name.
    public var endpoints: [Endpoint]
    /// Refreshes by outcome: `renewed`, `refused`, `failed`, `overtaken`.
    public var refreshes: [String: Int]
    public var signIns: Int
    /// By reason, such as `requested` or `refused`.
    public var signOuts: [String: Int]

    public init(
        since: Date,
        until: Date,
        endpoints: [Endpoint] = [],
        refreshes: [String: Int] = [:],
        signIns: Int = 0,
        signOuts: [String: Int] = [:]
    ) {
        self.since = since
        self.until = until
        self.endpoints = endpoints
        self.refreshes = refreshes
        self.signIns = signIns
        self.signOuts = signOuts
    }
}
