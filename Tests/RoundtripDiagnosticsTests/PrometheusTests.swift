import Foundation
import Testing

@testable import Roundtrip
@testable import RoundtripDiagnostics

@Suite struct `Prometheus text` {
    static func snapshot() -> MetricsSnapshot {
        var endpoint = MetricsSnapshot.Endpoint(name: "users/{}")
        endpoint.succeeded = 7
        endpoint.failed = ["timeout": 2, "server": 1]
        endpoint.cancelled = 1
        endpoint.statuses = [503: 1, 200: 7]
        endpoint.attempts = 13
        endpoint.retries = 2
        endpoint.cache = ["hit": 3, "miss": 4]
        endpoint.bytesReceived = 123_456_789
        endpoint.latency.count = 10
        endpoint.latency.sum = 1.5
        endpoint.latency.p50 = 0.1
        endpoint.latency.p90 = 0.25
        endpoint.latency.p99 = 0.00001
        return MetricsSnapshot(
            since: Date(timeIntervalSince1970: 0), until: Date(timeIntervalSince1970: 60),
            endpoints: [endpoint, MetricsSnapshot.Endpoint(name: "say \"hi\" \\ \n")],
            refreshes: ["renewed": 4], signIns: 1, signOuts: ["requested": 1])
    }

    @Test(arguments: [
        "# HELP roundtrip_calls_total Calls by endpoint and how they ended.\n# TYPE roundtrip_calls_total counter",
        #"roundtrip_calls_total{endpoint="users/{}",outcome="succeeded"} 7"#,
        #"roundtrip_calls_total{endpoint="users/{}",outcome="failed"} 3"#,
        #"roundtrip_calls_total{endpoint="users/{}",outcome="cancelled"} 1"#,
        #"roundtrip_call_failures_total{endpoint="users/{}",reason="timeout"} 2"#,
        #"roundtrip_answers_total{endpoint="users/{}",status="503"} 1"#,
        #"roundtrip_attempts_total{endpoint="users/{}"} 13"#,
        #"roundtrip_cache_lookups_total{endpoint="users/{}",outcome="hit"} 3"#,
        #"roundtrip_received_bytes_total{endpoint="users/{}"} 123456789"#,
        "# TYPE roundtrip_call_duration_seconds summary",
        #"roundtrip_call_duration_seconds{endpoint="users/{}",quantile="0.9"} 0.25"#,
        #"roundtrip_call_duration_seconds{endpoint="users/{}",quantile="0.99"} 1e-05"#,
        #"roundtrip_call_duration_seconds_sum{endpoint="users/{}"} 1.5"#,
        #"roundtrip_call_duration_seconds_count{endpoint="users/{}"} 10"#,
        #"roundtrip_refreshes_total{outcome="renewed"} 4"#,
        "roundtrip_sign_ins_total 1",
        #"roundtrip_sign_outs_total{reason="requested"} 1"#,
        #"roundtrip_attempts_total{endpoint="say \"hi\" \\ \n"} 0"#,
        #"roundtrip_call_duration_seconds{endpoint="say \"hi\" \\ \n",quantile="0.5"} NaN"#,
    ])
    func `a snapshot has this line`(line: String) {
        #expect(("\n" + Self.snapshot().prometheusText).contains("\n" + line + "\n"))
    }

    @Test func `every family is described once, and every line is of the family above it`() throws {
        var family = ""
        var described: Set<String> = []
        for line in Self.snapshot().prometheusText.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") { continue }
            if line.hasPrefix("# HELP ") {
                family = String(line.split(separator: " ")[2])
                #expect(described.insert(family).inserted)
                continue
            }
            let name = String(line.prefix { $0 != "{" && $0 != " " })
            #expect([family, family + "_sum", family + "_count"].contains(name))
            #expect(line.wholeMatch(of: /[a-z_]+(\{([a-z]+="(\\.|[^"\\])*",?)+\})? (NaN|[0-9.e-]+)/) != nil)
        }
        #expect(described.count == 15)
    }

    @Test func `the documentation lists every metric with its labels, and every field of our own`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation/Diagnostics.md"), encoding: .utf8)
        var names: Set<String> = []
        for sample in Self.snapshot().prometheusText.split(separator: "\n") where !sample.hasPrefix("#") {
            let name = String(sample.prefix { $0 != "{" && $0 != " " }).replacing("_seconds_sum", with: "_seconds")
                .replacing("_seconds_count", with: "_seconds")
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }, "\(name)")
            for label in sample.matches(of: /([a-z]+)="/) { #expect(row.contains("`\(label.1)`"), "\(name)") }
            names.insert(name)
        }
        #expect(names.count == page.matches(of: /\n\| `roundtrip_/).count)
        let fields: [any CodingKey] = [
            HAR.Log.CodingKeys.calls, HAR.Log.CodingKeys.session, HAR.Log.CodingKeys.lostCalls,
            HAR.Entry.CodingKeys.callID, HAR.Entry.CodingKeys.endpoint, HAR.Entry.CodingKeys.attempt,
            HAR.Entry.CodingKeys.cause, HAR.Entry.CodingKeys.outcome, HAR.Entry.CodingKeys.isReusedConnection,
            HAR.Response.CodingKeys.error,
        ]
        for field in fields { #expect(page.contains("| `\(field.stringValue)` |")) }
    }

    @Test func `a snapshot of nothing has no family without a sample`() {
        let empty = MetricsSnapshot(since: .distantPast, until: .distantFuture)
        #expect(empty.prometheusText.split(separator: "\n").count == 3)
    }

    @Test(arguments: [(Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e300, "1e+300"), (0, "0")])
    func `every number has a form`(value: Double, text: String) {
        #expect(PrometheusFamily.Sample(value: value).text == " " + text)
    }
}
