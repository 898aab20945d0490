import Foundation
import Testing

@testable import Roundtrip
@testable import RoundtripDiagnostics

@Suite struct `A recording` {
    private func recording(_ events: [NetworkEvent], entries: Int = 100, bytes: Int = 1 << 20) -> Recording {
        var recording = Recording(entryLimit: entries, byteLimit: bytes)
        for event in events { recording.add(event, Redaction()) }
        return recording
    }

    @Test func `the oldest calls give way, whole and counted, when there are too many exchanges`() {
        let events = (0..<250).flatMap { Events.simple("\($0)", at: Double($0)) }
        let recording = recording(events, entries: 100)
        #expect(recording.lostCalls == 150)
        #expect(recording.log.calls?.map(\.id) == (150..<250).map(String.init))
        #expect(recording.log.entries.map(\.callID) == (150..<250).map { "\($0)" })
        #expect(recording.log.lostCalls == 150)
    }

    @Test func `the oldest calls give way when they take too much memory`() {
        let events = (0..<100).flatMap { Events.simple("\($0)", at: Double($0), bytes: 10_000) }
        let recording = recording(events, bytes: 100_000)
        let kept = recording.log.calls?.count ?? 0
        #expect((5...9).contains(kept))
        #expect(recording.lostCalls == 100 - kept)
    }

    @Test func `a call too large for the bounds is not kept, nor is anything with no room at all`() {
        let large = recording(Events.simple("a", bytes: 200_000), bytes: 100_000)
        #expect(large.log.entries.isEmpty)
        #expect(large.lostCalls > 0)
        let none = recording(Events.simple("a"), entries: 0, bytes: -1)
        #expect(none.log.calls?.isEmpty == true)
    }

    @Test func `a call without end takes no memory without end`() throws {
        var events = Events()
        events.call("a", [(0, .callStarted(method: .get))])
        for _ in 0..<10_000 { events.call("a", [(1, .elementsDropped(count: 1, path: "x[]"))]) }
        for _ in 0..<10_000 { events.session(2, .signedIn) }
        let log = recording(events.all).log
        #expect(try #require(log.calls?.first).steps.count == 100)
        #expect(try #require(log.session).count <= 200)
    }

    @Test func `each attempt knows why it was made`() {
        var events = Events()
        events.call(
            "a",
            [
                (0, .callStarted(method: .get)), (0.1, Events.attempt(1, status: 503)),
                (0.1, .retryScheduled(after: .seconds(1), because: .status(503))),
                (1.1, Events.attempt(2, at: 1.1, status: 401)), (1.2, .replayed),
                (1.3, Events.attempt(3, at: 1.2, status: 302)), (1.3, .redirected(status: 302, isSameOrigin: true)),
                (1.4, Events.attempt(4, at: 1.3)), (1.4, Events.end(.succeeded(status: 200), 1400, attempts: 4)),
            ])
        let log = recording(events.all).log
        #expect(log.entries.map(\.cause) == [.first, .retry, .replay, .redirect])
        #expect(log.calls?.first?.steps.map(\.kind) == [.retry, .replay, .redirect])
        #expect(log.calls?.first?.steps.first?.time == 1000)
        #expect(log.calls?.first?.time == 1400)
    }

    @Test func `a call whose beginning was lost is placed by its end`() throws {
        var events = Events()
        events.call("a", [(5, Events.end(.failed(.timeout, status: nil), 2000))])
        let call = try #require(recording(events.all).log.calls?.first)
        #expect(call.startedDateTime == Events.start + 3)
        #expect(call.outcome == .failed)
        #expect(call.error == "timeout")
    }

    @Test func `a call that still runs has no end`() throws {
        var events = Events()
        events.call("a", [(0, .callStarted(method: .post))])
        let call = try #require(recording(events.all).log.calls?.first)
        #expect(call.time == -1)
        #expect(call.outcome == nil)
        #expect(call.method == "POST")
    }

    @Test func `every call that shared an exchange says so`() {
        var events = Events()
        for id in ["a", "b", "c"] { events.call(id, [(0, .callStarted(method: .get))]) }
        events.call("b", [(0.1, .coalesced(callIDs: ["a", "b", "c"]))])
        let log = recording(events.all).log
        #expect(log.calls?.map { $0.steps.map(\.text) } == Array(repeating: ["One exchange for 3 calls"], count: 3))
    }

    @Test func `a record that nobody redacted is redacted`() throws {
        let record = AttemptRecord(
            method: .get, url: "https://api.example/users/{}?token=MARK&q=1",
            requestHeaders: ["Authorization": "Bearer MARK", "Content-Type": "application/json"],
            responseHeaders: ["Location": "https://h.example/MARK", "Content-Type": "application/json"],
            requestBody: #"{"password":"MARK"}"#, responseBody: #"[{"access_token":"MARK"}]"#)
        var events = Events()
        events.call("a", [(0, Events.attempt(record: record))])
        let har = HAR(recording(events.all).log)
        #expect(!String(decoding: try har.json(), as: UTF8.self).contains("MARK"))
    }

    @Test func `an exchange without its messages is still listed`() throws {
        var events = Events()
        events.call("a", [(0, Events.attempt(1, .failed(.dns), status: nil, record: nil))])
        let har = HAR(recording(events.all).log)
        #expect(har.log.entries.first?.request.url == "unknown:/users/{}")
        #expect(HARSpecification.faults(in: try har.json()) == [])
    }
}
