import BothRoads
import Foundation
import Roundtrip
import RoundtripDiagnostics
import Testing

/// Against Prometheus' own tool, which reads the text as a server does and knows the rules of good names.
@Suite(.enabled(if: PromTool.path != nil))
struct `Integration with Prometheus` {
    @Test func `promtool reads every metric and finds no fault`() async throws {
        let metrics = MetricsObserver()
        for event in Self.events { await metrics.record(event) }
        let text = metrics.snapshot().prometheusText
        #expect(text.contains("quantile=\"0.99\""))
        let outcome = try await PromTool.check(text)
        #expect(outcome.output == "")
        #expect(outcome.status == 0)
        print("integration: promtool read \(text.split(separator: "\n").count) lines")
    }

    @Test(arguments: ["roundtrip_calls_total{endpoint=\"a\"b\"} 1\n", "# TYPE x gauge\nx_total 1\n"])
    func `promtool finds what is wrong`(text: String) async throws {
        #expect(try await PromTool.check(text).status != 0)
    }

    /// Calls of endpoints with every character that needs care, and everything that is counted.
    private static var events: [NetworkEvent] {
        let ends: [CallEnd.Outcome] = [
            .succeeded(status: 200), .failed(.server, status: 503), .failed(.timeout, status: nil),
            .cancelled(mayHaveBeenSent: true),
        ]
        let kinds: [NetworkEvent.Kind] =
            ends.map { .callFinished(CallEnd($0, duration: .milliseconds(120))) } + [
                .retryScheduled(after: .zero, because: .status(503)), .replayed,
                .redirected(status: 302, isSameOrigin: true), .cache(.hit), .cache(.miss),
                .elementsDropped(count: 2, path: "x[]"),
            ]
        let names = ["users/{}", "say \"hi\"", "back\\slash", "two\nlines", "Grüße/日本", ""]
        let ofCalls = names.flatMap { name in kinds.map { event($0, "1", name) } }
        let ofSession: [NetworkEvent.Kind] = [.signedIn, .signedOut(.requested), .refreshFinished(.renewed)]
        return ofCalls + ofSession.map { event($0, nil, nil) }
    }

    private static func event(_ kind: NetworkEvent.Kind, _ id: String?, _ endpoint: String?) -> NetworkEvent {
        NetworkEvent(kind, date: Date(timeIntervalSince1970: 1_900_000_000), callID: id, endpoint: endpoint)
    }
}

/// The program that the script names, if it did.
private enum PromTool {
    static let path = ProcessInfo.processInfo.environment["ROUNDTRIP_PROMTOOL"]

    /// What it says of the text, which it reads from a file.
    static func check(_ text: String) async throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("metrics")
        try Data(text.utf8).write(to: file)
        let outcome = try await ChildProcess.runOfSystem(
            "sh", ["-c", #""$0" check metrics <"$1" 2>&1"#, path ?? "", file.path])
        return (outcome.status, outcome.output)
    }
}
