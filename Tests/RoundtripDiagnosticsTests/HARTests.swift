import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip
@testable import RoundtripDiagnostics

@Suite struct `HAR files` {
    private struct Secret: Encodable, Sendable {
        let password = "BODYMARK"
        let name = "kept"
    }

    /// What a client recorded that met a redirect, a busy server, an error, a lost connection and a form of every kind.
    private func recorded(bodies: Bool = false) async throws -> HAR {
        let recorder = HARObserver()
        let transport = ScriptedTransport([
            .response(302, headers: ["Location": "https://other.example/LINKMARK?token=LINKMARK"]),
            .json(#"{"token":"ANSWERMARK","id":7}"#, headers: ["Set-Cookie": "a=COOKIEMARK"]),
            .response(503, headers: ["Retry-After": "0"]), .json("{}"),
            .failure(TransportError(.connectionLost, mayHaveBeenSent: true)),
            .response(404),
        ])
        var configuration = ClientConfiguration(
            environment: .production(URL(string: "https://api.example/base")!), transport: transport)
        configuration.observers = [recorder]
        configuration.retryBudget = RetryBudget()
        configuration.options.recordsBodies = bodies
        let client = APIClient(configuration)
        try await client.send(
            Request<Void>(
                .get, "users/\("PATHMARK")", query: ["q": "a b&c", "api_key": "QUERYMARK"],
                headers: ["Cookie": "c=COOKIEMARK", "X-Plain": "kept"]))
        try await client.send(Request<Void>.get("things"))
        await #expect(throws: NetworkError.self) { try await client.send(Request<Void>.post("x", body: Secret())) }
        await #expect(throws: NetworkError.self) { try await client.send(Request<Void>.get("missing")) }
        await configuration.observerQueues?.drain()
        return recorder.har()
    }

    @Test(arguments: [false, true])
    func `a recording keeps to HAR 1.2 and holds no secret`(bodies: Bool) async throws {
        let har = try await recorded(bodies: bodies)
        let json = try har.json()
        #expect(HARSpecification.faults(in: json) == [])
        let text = String(decoding: json, as: UTF8.self)
        #expect(!text.contains("MARK"))
        #expect(text.contains("kept"))
        #expect(har.log.entries.map(\.response.status) == [302, 200, 503, 200, 0, 404])
        #expect(har.log.entries.map(\.cause) == [.first, .redirect, .first, .retry, .first, .first])
        #expect(har.log.entries.map(\.attempt) == [1, 2, 1, 2, 1, 1])
        #expect(har.log.entries.map(\.endpoint) == ["users/{}", "users/{}", "things", "things", "x", "missing"])
        #expect(har.log.entries[4].response.error == "connectionLost")
        let post = har.log.entries[4].request.postData
        #expect(post?.text == (bodies ? #"{"name":"kept","password":"<redacted>"}"# : nil))
        #expect((har.log.entries[1].response.content.text != nil) == bodies)
    }

    @Test func `the lines of the README write both files`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (harFile, reportFile) = (folder.appendingPathComponent("har"), folder.appendingPathComponent("html"))
        let (recorder, metrics) = (HARObserver(), MetricsObserver())
        for event in Events.simple("a") {
            await recorder.record(event)
            await metrics.record(event)
        }

        try recorder.har().json().write(to: harFile)
        try Data(Report(recorder.har()).html.utf8).write(to: reportFile)
        #expect(metrics.snapshot().prometheusText.contains(#"roundtrip_calls_total{endpoint="users/{}""#))

        #expect(HARSpecification.faults(in: try Data(contentsOf: harFile)) == [])
        #expect(String(decoding: try Data(contentsOf: reportFile), as: UTF8.self).hasPrefix("<!doctype html>"))
    }

    @Test func `a query is listed as a server reads it`() async throws {
        let request = try #require(try await recorded().log.entries.first?.request)
        #expect(
            request.queryString == [
                HAR.NameValue(name: "q", value: "a b&c"), HAR.NameValue(name: "api_key", value: "<redacted>"),
            ])
        #expect(request.url.hasPrefix("https://api.example/base/users/{}?"))
    }

    @Test func `a file that was written is read again as it was`() async throws {
        let har = try await recorded(bodies: true)
        #expect(try HAR(json: har.json()).json() == har.json())
    }

    struct Times: Sendable {
        var metrics: ExchangeMetrics
        var gateWait: Duration?
        /// blocked, dns, connect, send, wait, receive, ssl, and their sum.
        let wanted: [Double]

        init(gateWait: Duration? = nil, _ wanted: [Double], _ set: (inout ExchangeMetrics) -> Void) {
            metrics = ExchangeMetrics()
            set(&metrics)
            self.gateWait = gateWait
            self.wanted = wanted
        }
    }

    static let times: [Times] = [
        Times([-1, -1, -1, 0, 0, 0, -1, 0]) { _ in },
        Times([-1, -1, -1, 0, 100, 0, -1, 100]) { $0.total = .milliseconds(100) },
        Times(gateWait: .milliseconds(5), [5, -1, -1, 0, 100, 0, -1, 105]) { $0.total = .milliseconds(100) },
        Times(gateWait: .milliseconds(5), [6, 2, 7, 0, 5, 6, 4, 26]) {
            $0.queue = .milliseconds(1)
            $0.dns = .milliseconds(2)
            $0.connect = .milliseconds(3)
            $0.tls = .milliseconds(4)
            $0.firstByte = .milliseconds(5)
            $0.transfer = .milliseconds(6)
            $0.total = .milliseconds(30)
        },
        Times([-1, -1, -1, 0, 60, 40, -1, 100]) {
            $0.transfer = .milliseconds(40)
            $0.total = .milliseconds(100)
        },
        Times([-1, -1, -1, 0, 0, 40, -1, 40]) {
            $0.transfer = .milliseconds(40)
            $0.total = .milliseconds(10)
        },
        Times([0, -1, -1, 0, 31_536_000_000, 0, -1, 31_536_000_000]) {
            $0.queue = .seconds(-5)
            $0.firstByte = .seconds(Int64.max)
        },
        Times([-1, -1, -1, 0, 0.001, 0.333, -1, 0.334]) {
            $0.firstByte = .nanoseconds(1499)
            $0.transfer = .nanoseconds(333_333)
        },
    ]

    @Test(arguments: times)
    func `what is unknown is -1, and the time is the sum of the rest`(times: Times) throws {
        var recording = Recording(entryLimit: 10, byteLimit: 1 << 20)
        var events = Events()
        events.call("a", [(0, Events.attempt(metrics: times.metrics, gateWait: times.gateWait))])
        for event in events.all { recording.add(event, Redaction()) }
        let entry = try #require(recording.log.entries.first)
        let found = entry.timings
        let parts = [found.blocked, found.dns, found.connect, found.send, found.wait, found.receive, found.ssl]
        #expect(parts + [entry.time] == times.wanted.map(Optional.some))
        #expect(entry.startedDateTime == Events.start - Double((times.gateWait ?? .zero) / .seconds(1)))
        #expect(HARSpecification.faults(in: try HAR(recording.log).json()) == [])
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"log":{}}"#, #"{"log":{"version":"1.2","entries":null}}"#, #"{"log":{"entries":{}}}"#,
        #"{"log":[]}"#, #"{"entries":[]}"#, #"{"log":{"entries":[1]}}"#,
        #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":"today"}]}}"#,
    ])
    func `what is no HAR is refused`(json: String) {
        #expect(throws: DecodingError.self) { try HAR(json: Data(json.utf8)) }
    }

    @Test func `the check finds what is wrong`() throws {
        let json = #"{"log":{"version":"1.1","creator":{"name":"x"},"odd":1,"entries":[{"time":-1}]}}"#
        let faults = HARSpecification.faults(in: Data(json.utf8))
        for fault in [
            "log.version is not 1.2", "log.creator.version is no string", "log.odd is not in the specification",
            "log.entries[0].request is no object", "log.entries[0].startedDateTime is no ISO 8601 date and time",
        ] {
            #expect(faults.contains(fault))
        }
    }
}
