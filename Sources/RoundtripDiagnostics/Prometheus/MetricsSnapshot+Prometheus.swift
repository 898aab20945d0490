public import Roundtrip

extension MetricsSnapshot {
    /// The metrics in Prometheus' text format, version 0.0.4: what a scrape or a push gateway takes.
    ///
    /// Durations are in seconds, sizes in bytes. Counters count from `since`; families without a sample are left out.
    public var prometheusText: String {
        families.filter { !$0.samples.isEmpty }.map(\.text).joined()
    }

    private var families: [PrometheusFamily] {
        [
            calls,
            counter("call_failures", "Failed calls by endpoint and kind of failure.", by: "reason", \.failed),
            counter("answers", "Calls with a final answer, by endpoint and status.", by: "status", \.statuses),
            counter("attempts", "Requests sent, retries, replays and redirects included.", \.attempts),
            counter("retries", "Attempts repeated after a failure.", \.retries),
            counter("replays", "Requests sent again with a renewed token.", \.replays),
            counter("redirects", "Redirects followed.", \.redirects),
            counter("cache_lookups", "What the cache had for calls.", by: "outcome", \.cache),
            counter("dropped_elements", "Elements of lists that could not be read.", \.droppedElements),
            counter("sent_bytes", "Bytes sent, as far as they are known.", \.bytesSent),
            counter("received_bytes", "Bytes received, as far as they are known.", \.bytesReceived),
            latency,
            total("refreshes", "Token refreshes by outcome.", by: "outcome", refreshes),
            PrometheusFamily(
                name: "roundtrip_sign_ins_total", kind: .counter, help: "Sessions begun.",
                samples: [PrometheusFamily.Sample(value: Double(signIns))]),
            total("sign_outs", "Sessions ended, by reason.", by: "reason", signOuts),
        ]
    }

    private var calls: PrometheusFamily {
        PrometheusFamily(
            name: "roundtrip_calls_total", kind: .counter, help: "Calls by endpoint and how they ended.",
            samples: endpoints.flatMap { endpoint in
                [
                    ("succeeded", endpoint.succeeded), ("failed", endpoint.failures), ("cancelled", endpoint.cancelled),
                ].map { outcome, count in
                    PrometheusFamily.Sample(
                        labels: [("endpoint", endpoint.name), ("outcome", outcome)], value: Double(count))
                }
            })
    }

    private var latency: PrometheusFamily {
        PrometheusFamily(
            name: "roundtrip_call_duration_seconds", kind: .summary,
            help: "How long calls took from start to end, those cancelled left out.",
            samples: endpoints.flatMap { endpoint in
                let latency = endpoint.latency
                let label = ("endpoint", endpoint.name)
                let quantiles = [("0.5", latency.p50), ("0.9", latency.p90), ("0.99", latency.p99)]
                return quantiles.map { quantile, value in
                    PrometheusFamily.Sample(
                        labels: [label, ("quantile", quantile)], value: latency.count == 0 ? .nan : value)
                } + [
                    PrometheusFamily.Sample(suffix: "_sum", labels: [label], value: latency.sum),
                    PrometheusFamily.Sample(suffix: "_count", labels: [label], value: Double(latency.count)),
                ]
            })
    }

    /// One sample for each endpoint.
    private func counter(_ name: String, _ help: String, _ count: (Endpoint) -> Int) -> PrometheusFamily {
        PrometheusFamily(
            name: "roundtrip_\(name)_total", kind: .counter, help: help,
            samples: endpoints.map {
                PrometheusFamily.Sample(labels: [("endpoint", $0.name)], value: Double(count($0)))
            })
    }

    /// One sample for each endpoint and value of the label.
    private func counter<Key: Comparable>(
        _ name: String,
        _ help: String,
        by label: String,
        _ counts: (Endpoint) -> [Key: Int]
    ) -> PrometheusFamily {
        PrometheusFamily(
            name: "roundtrip_\(name)_total", kind: .counter, help: help,
            samples: endpoints.flatMap { endpoint in
                counts(endpoint).sorted { $0.key < $1.key }.map { key, count in
                    PrometheusFamily.Sample(
                        labels: [("endpoint", endpoint.name), (label, "\(key)")], value: Double(count))
                }
            })
    }

    /// One sample for each value of the label, over all endpoints.
    private func total(
        _ name: String,
        _ help: String,
        by label: String,
        _ counts: [String: Int]
    ) -> PrometheusFamily {
        PrometheusFamily(
            name: "roundtrip_\(name)_total", kind: .counter, help: help,
            samples: counts.sorted { $0.key < $1.key }.map {
                PrometheusFamily.Sample(labels: [(label, $0.key)], value: Double($0.value))
            })
    }
}
