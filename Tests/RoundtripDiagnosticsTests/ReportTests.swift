import Foundation
import Testing

@testable import Roundtrip
@testable import RoundtripDiagnostics

@Suite struct `The report` {
    private func har(_ events: [NetworkEvent]) -> HAR {
        var recording = Recording(entryLimit: 1000, byteLimit: 1 << 20)
        for event in events { recording.add(event, Redaction()) }
        return HAR(recording.log)
    }

    private func text(_ har: HAR) -> String { Report(har).html }

    /// A retry, a replay, a hit, a failure and a sign-out.
    private var eventful: [NetworkEvent] {
        var events = Events()
        events.call(
            "retried",
            [
                (0, .callStarted(method: .get)), (0.1, Events.attempt(1, status: 503)),
                (0.1, .retryScheduled(after: .seconds(1), because: .status(503))),
                (1.2, Events.attempt(2, at: 1.1, status: 401)), (1.2, .replayed),
                (1.3, Events.attempt(3, at: 1.2)), (1.3, Events.end(.succeeded(status: 200), 1300, attempts: 3)),
            ])
        events.call(
            "hit",
            [
                (1.4, .callStarted(method: .get)), (1.4, .cache(.hit)),
                (1.4, Events.end(.succeeded(status: 200), 0, attempts: 0)),
            ], endpoint: "courses")
        events.call(
            "failed",
            [
                (1.5, .callStarted(method: .post)), (1.6, Events.attempt(1, at: 1.5, .failed(.dns), status: nil)),
                (1.6, Events.end(.failed(.dns, status: nil), 100)),
            ], endpoint: "courses")
        events.session(2, .signedOut(.requested))
        return events.all
    }

    @Test(arguments: [
        #"<span class="endpoint">users/{}</span> <span class="badge retry">retry</span>"#,
        #"<span class="badge replay">replay</span>"#, #"<span class="badge cache">cache</span>"#,
        #"Attempt 2 <span class="badge retry">retry</span></th><td role="cell" class="outcome">401</td>"#,
        #"Attempt 3 <span class="badge replay">replay</span></th><td role="cell" class="outcome">200</td>"#,
        #"<td role="cell" class="outcome">failed: dns</td>"#, "<li>Retry in 1 s after status 503</li>",
        #"<td role="cell" data-label="Error rate">50 %</td>"#, #"<td role="cell" data-label="p99">1.3 s</td>"#,
        "Signed out: the app asked for it", #"<span class="id">retried</span>"#,
        #"<span class="pause" style="left:15.833%;width:5%">"#, "shaded and drawn short, nothing was in flight: 1 s<",
        "Begins at 1.1 s; wait for the answer 100 ms",
        "<dt>Failed</dt><dd>1</dd>",
    ])
    func `what happened is told`(piece: String) {
        #expect(text(har(eventful)).contains(piece))
    }

    @Test func `a report made from the file is the same as one made from the recording`() throws {
        let har = har(eventful)
        #expect(try text(HAR(json: har.json())) == text(har))
    }

    @Test func `the page needs no script and nothing beside it`() {
        let page = text(har(eventful))
        for piece in [
            "<script", "<link", "<img", "<iframe", "src=", "url(", "@import", "javascript:", "http:", "https:",
        ] {
            #expect(!page.contains(piece))
        }
        #expect(page.contains("default-src 'none'"))
        #expect(page.contains(#"<html lang="en">"#))
    }

    @Test func `whatever is recorded stays text`() {
        let attack = #"</style><script>alert("1")</script><img src=x onerror='alert(2)'>&amp;"#
        var events = Events()
        let record = AttemptRecord(method: HTTPMethod(rawValue: attack), url: attack)
        events.call(
            attack,
            [
                (0, .callStarted(method: HTTPMethod(rawValue: attack))),
                (0, .decodingFailed(type: attack, codingPath: attack)), (0, .insecureHostUsed(host: attack)),
                (0, Events.attempt(record: record)), (0.1, Events.end()),
            ], endpoint: attack)
        events.session(0, .circuitChanged(host: attack, .open))
        let page = Report(har(events.all), title: attack).html
        #expect(!page.contains("<script"))
        #expect(!page.contains("<img"))
        #expect(!page.contains("'alert"))
        #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"))
        #expect(page.contains("&amp;amp;"))
    }

    @Test func `hidden and turning characters show`() {
        let text = "a\u{0}b\u{202E}c\u{2028}d\u{200B}e\nf"
        let html: HTML = "\(text)"
        #expect(html.markup == "a?b?c\u{2028}d?e\nf")
    }

    @Test func `a recording of nothing is a page that says so`() {
        let page = text(har([]))
        #expect(page.contains("Nothing was recorded."))
        #expect(page.contains("Nothing happened to the session."))
    }

    @Test func `calls that gave way are told of`() {
        var har = har(eventful)
        har.log.lostCalls = 12
        #expect(text(har).contains("had to give way and are not shown: 12."))
    }

    @Test func `a file of another program shows hosts and no paths`() throws {
        let json = """
            {"log":{"version":"1.2","creator":{"name":"Browser","version":"1"},"pages":[],"entries":[
            {"startedDateTime":"2031-05-01T10:00:00.000+02:00","time":30,
             "request":{"method":"GET","url":"https://u:SECRETMARK@api.example/reset/PATHMARK?token=QUERYMARK",
              "httpVersion":"h2","cookies":[],"headers":[],"queryString":[],"headersSize":-1,"bodySize":0},
             "response":{"status":500,"statusText":"","httpVersion":"h2","cookies":[],"headers":[],
              "content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},
             "cache":{},"timings":{"send":10,"wait":10,"receive":10},"connection":"443","_priority":"High"}]}}
            """
        let page = text(try HAR(json: Data(json.utf8)))
        #expect(!page.contains("MARK"))
        #expect(page.contains("https://api.example/&lt;redacted&gt;"))
        #expect(page.contains(#"<td role="cell" class="outcome">500 failed</td>"#))
        #expect(page.contains("wait for the answer 20 ms, transfer 10 ms"))
    }

    @Test func `no number in a file can stop the program`() throws {
        var har = har(eventful)
        for value in [-Double.greatestFiniteMagnitude, -1, 0, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            for index in har.log.entries.indices {
                har.log.entries[index].time = value
                har.log.entries[index].timings = HAR.Timings(
                    blocked: value, dns: value, connect: value, send: value, wait: value, receive: value, ssl: value)
                har.log.entries[index].startedDateTime = Date(timeIntervalSince1970: value)
                har.log.entries[index].attempt = .max
            }
            for index in har.log.calls?.indices ?? 0..<0 {
                har.log.calls?[index].time = value
                har.log.calls?[index].startedDateTime = Date(timeIntervalSince1970: value)
                har.log.calls?[index].id = "same"
            }
            #expect(text(har).hasSuffix("</html>\n"))
        }
    }
}

@Suite struct `The waterfall` {
    private func bursts(_ seconds: [(start: Double, length: Double)]) -> [Waterfall.Burst] {
        Waterfall(
            seconds.enumerated().map { index, call in
                TracedCall(
                    call: HAR.Call(
                        id: "\(index)", endpoint: "x", startedDateTime: Events.start + call.start,
                        time: call.length * 1000),
                    attempts: [])
            }
        ).bursts
    }

    @Test func `silence begins a new burst, a long call keeps one open`() {
        let bursts = bursts([(20, 0.5), (0, 0.1), (1, 0.1), (10, 8), (12, 0.1), (19.9, 0.1)])
        #expect(bursts.map { $0.calls.map(\.call.id) } == [["1", "2"], ["3", "4", "5", "0"]])
        #expect(bursts.map { Int($0.duration.rounded()) } == [1100, 10_500])
    }

    @Test func `a burst has a length even where its calls have none`() {
        #expect(bursts([(0, 0)]).map(\.duration) == [1])
        #expect(bursts([]).isEmpty)
    }

    @Test(arguments: [
        (0.0, 50.0, "left:0%;width:50%"), (25, 50, "left:25%;width:50%"), (90, 50, "left:90%;width:10%"),
        (-10, 20, "left:0%;width:10%"), (500, 20, "left:100%;width:0%"), (33.3333, 0, "left:33.333%;width:0%"),
    ])
    func `a bar stays on its track`(start: Double, length: Double, style: String) {
        #expect(Axis(start: 1000, duration: 100).style(from: 1000 + start, for: length) == style)
    }
}

@Suite struct `The axis` {
    private func axis(_ quiet: [(Double, Double)], duration: Double = 1000) -> Axis {
        Axis(start: 5000, duration: duration, quiet: quiet.map { Axis.Fold(start: 5000 + $0, end: 5000 + $1) })
    }

    @Test func `a long quiet span takes a twentieth, and time goes on evenly around it`() {
        let axis = axis([(100, 900)])
        let places = [0, 50, 100, 500, 900, 950, 1000].map { (axis.place(5000 + $0) * 1000).rounded() / 1000 }
        #expect(places == [0, 23.75, 47.5, 50, 52.5, 76.25, 100])
        #expect(axis.shade.contains("transparent 47.5%,var(--fold) 47.5% 52.5%,transparent 52.5%"))
    }

    @Test func `a short quiet span is drawn as long as it was`() {
        let axis = axis([(100, 240)])
        #expect(axis.folds.isEmpty)
        #expect(axis.place(5500) == 50)
        #expect(axis.shade == "")
    }

    @Test func `six folds leave room for the rest, and all of it folded is none`() {
        let six = axis((0..<6).map { (Double($0) * 160, Double($0) * 160 + 155) })
        #expect(six.folds.count == 6)
        let widths = six.folds.map { ((six.place($0.end) - six.place($0.start)) * 1000).rounded() / 1000 }
        #expect(widths == Array(repeating: 5, count: 6))
        #expect(axis([(0, 1000)]).folds.isEmpty)
    }

    @Test func `places never go back`() {
        let axis = axis([(0, 200), (300, 600), (800, 1000)])
        let places = stride(from: -100.0, through: 1100, by: 7).map { axis.place(5000 + $0) }
        #expect(places == places.sorted())
        #expect(places.first == 0)
        #expect(places.last == 100)
    }
}

@Suite struct `The table of endpoints` {
    private func call(_ endpoint: String, _ outcome: HAR.Call.Outcome?, _ milliseconds: Double) -> TracedCall {
        TracedCall(
            call: HAR.Call(
                id: "", endpoint: endpoint, startedDateTime: Events.start, time: milliseconds, outcome: outcome),
            attempts: [])
    }

    @Test func `quantiles are of the nearest rank, over calls that ended`() throws {
        let ended = (1...100).map { call("a", $0 == 100 ? .failed : .succeeded, Double($0)) }
        let summaries = EndpointSummary.summaries(of: ended + [call("a", .cancelled, 9999), call("b", nil, -1)])
        let first = try #require(summaries.first)
        #expect(summaries.map(\.name) == ["a", "b"])
        #expect([first.p50, first.p90, first.p99].map { $0?.rounded() } == [50, 90, 99])
        #expect(first.calls == 101)
        #expect(first.errorRate == 0.01)
        #expect(summaries[1].p99 == nil)
        #expect(summaries[1].errorRate == 0)
    }
}

@Suite struct `Numbers for people` {
    @Test(arguments: [
        (-5.0, "0 ms"), (.nan, "0 ms"), (0.04, "0 ms"), (0.06, "0.1 ms"), (9.96, "10 ms"), (12.3, "12 ms"),
        (999.4, "999 ms"), (999.6, "1 s"), (1250, "1.25 s"), (59_990, "59.99 s"), (59_999, "1 min"),
        (185_000, "3 min 5 s"), (1e300, "16666666 min 40 s"),
    ])
    func `a duration is read at a glance`(milliseconds: Double, text: String) {
        #expect(Milliseconds.text(milliseconds) == text)
    }

    @Test(arguments: [
        (1.0, 2, "1"), (1.05, 2, "1.05"), (1.5, 2, "1.5"), (0.126, 2, "0.13"), (7.6, 0, "8"), (3, 9, "3"),
    ])
    func `a number has no digit too many`(number: Double, digits: Int, text: String) {
        #expect(Decimals.text(number, digits: digits) == text)
    }
}
