import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Log lines` {
    private static let record = AttemptRecord(
        method: .post, url: "https://h.example/users/{}?q=it's", requestHeaders: ["Accept": "a/b", "X": "it's"],
        requestBody: "{}")
    private static let lost = AttemptEnd(
        number: 2, method: .post, started: .distantPast, outcome: .failed(.connectionLost), metrics: metrics)
    private static let good = AttemptEnd(
        number: 1, method: .get, started: .distantPast, outcome: .finished, status: 200, metrics: metrics)
    private static var metrics: ExchangeMetrics {
        var metrics = ExchangeMetrics()
        (metrics.total, metrics.bytesReceived) = (.milliseconds(123), 4512)
        return metrics
    }

    private func event(_ kind: NetworkEvent.Kind, callID: String? = "7f3c") -> NetworkEvent {
        NetworkEvent(kind, date: .distantPast, callID: callID, endpoint: callID == nil ? nil : "users/{}")
    }

    @Test(
        arguments: [
            (.attemptFinished(good), .info, "7f3c GET users/{} 200 in 123 ms, 4512 bytes, attempt 1"),
            (.attemptFinished(lost), .warning, "7f3c POST users/{} connectionLost in 123 ms, 4512 bytes, attempt 2"),
            (
                .retryScheduled(after: .milliseconds(500), because: .status(503)), .warning,
                "7f3c users/{} retry in 500 ms after 503"
            ),
            (
                .callFinished(CallEnd(.failed(.server, status: 500), duration: .seconds(2), attempts: 3)), .error,
                "7f3c users/{} failed: server 500 after 2000 ms, 3 attempts"
            ),
            (
                .callFinished(CallEnd(.cancelled(mayHaveBeenSent: true), duration: .seconds(1))), .info,
                "7f3c users/{} cancelled, may have been sent after 1000 ms, 1 attempts"
            ),
            (
                .callFinished(CallEnd(.succeeded(status: 204), duration: .seconds(Int64.max))), .debug,
                "7f3c users/{} done with 204 after 1000000000000000 ms, 1 attempts"
            ),
            (.redirected(status: 302, isSameOrigin: false), .info, "7f3c users/{} redirect 302 to another origin"),
            (
                .decodingFailed(type: "User", codingPath: "items[3].id"), .error,
                "7f3c users/{} does not decode as User at items[3].id"
            ),
            (.elementsDropped(count: 2, path: "items[]"), .warning, "7f3c users/{} 2 elements dropped from items[]"),
            (.coalesced(callIDs: ["a", "b"]), .debug, "7f3c users/{} one exchange for 2 calls: a b"),
            (
                .deprecated(since: Date(timeIntervalSince1970: 0), sunset: nil), .warning,
                "7f3c users/{} is deprecated since Thu, 01 Jan 1970 00:00:00 GMT"
            ),
        ] as [(NetworkEvent.Kind, LogObserver.Level, String)])
    func `each event is one readable line at its level`(
        kind: NetworkEvent.Kind,
        level: LogObserver.Level,
        text: String
    ) async {
        for shown in LogObserver.Level.allCases {
            let lines = Notes<String>()
            await LogObserver(level: shown) { lines.add("\($0) \($1)") }.record(event(kind))
            #expect(lines.all == (level >= shown ? ["\(level) \(text)"] : []))
        }
    }

    @Test func `what concerns the session has no call`() async {
        let lines = Notes<String>()
        let log = LogObserver { lines.add($1) }
        await log.record(event(.signedOut(.refused(afterLostAnswer: true)), callID: nil))
        await log.record(event(.refreshFinished(.failed(.timeout)), callID: nil))
        #expect(
            lines.all == ["session signed out: refusedAfterLostAnswer", "session token refresh: failed, timeout"])
    }

    @Test func `a call's id cannot begin another line or hide what stands there`() async {
        let lines = Notes<String>()
        let log = LogObserver { lines.add($1) }
        await log.record(event(.upgradeRequired, callID: "a\n2026 ok\r\u{1B}[2K\u{202E}\u{2028}é"))
        #expect(lines.all == ["a?2026 ok??[2K??é users/{} says that this version of the app is too old"])
    }

    @Test func `the cURL line is there at debug, if it was asked for, and quotes what a shell would read`() async {
        let attempt = AttemptEnd(
            number: 1, method: .post, started: .distantPast, outcome: .finished, status: 200, record: Self.record)
        for (level, shows) in [(LogObserver.Level.debug, true), (.debug, false), (.info, true)] {
            let lines = Notes<String>()
            let log = LogObserver(level: level, showsCurl: shows) { lines.add($1) }
            #expect(log.wantsDetails == shows)
            await log.record(event(.attemptFinished(attempt)))
            let expected =
                #"7f3c curl --request 'POST' --header 'Accept: a/b' --header 'X: it'\''s' --data-raw '{}' --globoff "#
                + #"'https://h.example/users/{}?q=it'\''s'"#
            #expect(lines.all.contains(expected) == (level == .debug && shows))
        }
    }
}
