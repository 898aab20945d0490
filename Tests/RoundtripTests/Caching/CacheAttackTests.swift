import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

/// What a hostile or broken server, an odd caller and a busy app do to the cache.
@Suite struct `The cache under attack` {
    private typealias Answer = ScriptedTransport.Answer

    private static let numbers = [
        "0", "-1", "2147483648", "9223372036854775807", "9223372036854775808", String(repeating: "9", count: 5000),
        "1e400", "NaN", "+1", "", " ", "\"", "\"\\", "\u{1}", "٣",
    ]

    // MARK: Headers

    @Test(arguments: numbers)
    func `no number traps, wherever it stands`(number: String) async throws {
        let control =
            "max-age=\(number), stale-while-revalidate=\(number), stale-if-error=\(number), no-cache=\(number)"
        let answers: [HTTPHeaders] = [
            ["Cache-Control": control, "Age": number, "Expires": number, "Date": number, "ETag": number],
            ["Cache-Control": "max-age=60", "Age": number, "Last-Modified": number, "Vary": number],
            ["Expires": "Fri, 31 Dec 9999 23:59:59 GMT", "Date": "Sat, 01 Jan 0000 00:00:00 GMT", "Age": number],
        ]
        for headers in answers {
            let bench = CacheBench(heuristicFraction: 0.1) { _ in CacheBench.text("0123456789", headers) }
            try await bench.send()
            for seconds in [0, 1, 100_000_000] {
                bench.wait(seconds)
                let wish = "max-age=\(number), min-fresh=\(number), max-stale=\(number), stale-if-error=\(number)"
                for headers: HTTPHeaders in [
                    ["Cache-Control": wish], ["Range": "bytes=\(number)-\(number)"], ["Range": "bytes=-\(number)"],
                    ["If-None-Match": number, "If-Modified-Since": number], ["If-Range": number, "Range": "bytes=0-"],
                ] where headers.problem == nil {
                    #expect(try await bench.send(headers: headers).status < 500)
                    #expect(try await bench.send(headers: headers, mode: .only).status > 0)
                }
            }
        }
    }

    private static let long: [(name: String, value: String)] = [
        ("Cache-Control", (0..<100_000).map { "max-age=\($0)" }.joined(separator: ",")),
        ("Cache-Control", (0..<100_000).map { "no-cache=\"a\($0)\"" }.joined(separator: ",")),
        ("Cache-Control", "no-cache=\"" + (0..<20_000).map { "a\($0)" }.joined(separator: ",") + "\""),
        ("Cache-Control", "max-age=\"" + String(repeating: "\\", count: 100_000)),
        ("Vary", (0..<20_000).map { "x\($0)" }.joined(separator: ",")),
        ("Vary", String(repeating: "a,", count: 20_000)),
        ("Connection", (0..<20_000).map { "x\($0)" }.joined(separator: ",")),
        ("ETag", "\"" + String(repeating: "a", count: 200_000) + "\""),
        ("Age", String(repeating: "1,", count: 20_000)), ("Pragma", String(repeating: "no-cache,", count: 20_000)),
    ]

    // What takes a quadratic number of steps takes hours.
    @Test(.timeLimit(.minutes(5)), arguments: 0..<long.count)
    func `a header of any length takes time in proportion`(index: Int) async throws {
        let (name, value) = Self.long[index]
        let bench = CacheBench { _ in CacheBench.text("a", [name: value, "Expires": "0", "Last-Modified": "x"]) }
        for _ in 1...2 { #expect(try await bench.send().bodyText == "a") }
    }

    @Test(.timeLimit(.minutes(5)))
    func `headers of any number take time in proportion`() async throws {
        let headers = HTTPHeaders((0..<20_000).map { HTTPHeaders.Field(name: "x\($0)", value: "1") })
        let stored = headers.overlaid(with: ["ETag": "\"1\"", "Cache-Control": "no-cache"])
        let bench = CacheBench { request in
            request.headers.contains("If-None-Match") ? .response(304, headers: headers) : CacheBench.text("a", stored)
        }
        for source in ["network", "revalidated", "revalidated"] {
            #expect(try await bench.send().sourceName == source)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a write that names any number of URLs takes time in proportion`() async throws {
        var headers = HTTPHeaders()
        for number in 0..<20_000 { headers.add("Location", "/\(number)") }
        let answer = headers
        let bench = CacheBench { _ in .response(204, headers: answer) }
        #expect(try await bench.send(.post).status == 204)
    }

    @Test(arguments: ["\"é\"", "\"a\u{1}b\"", "\"a\u{7F}\"", "\"a\r\nX: y\"", "W/\"\t\"", "\"a\"b\""])
    func `a tag that could not be sent back is not, and spoils no later call`(tag: String) async throws {
        let bench = CacheBench { _ in CacheBench.text("a", ["ETag": tag]) }
        for _ in 1...2 { #expect(try await bench.send().bodyText == "a") }
        #expect(!bench.received[1].headers.contains("If-None-Match"))
    }

    @Test func `white space around a date of modification is not sent back, where it would spoil every later call`()
        async throws
    {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let bench = CacheBench { _ in CacheBench.text("a", ["Last-Modified": " \(date) "]) }
        for _ in 1...2 { #expect(try await bench.send().bodyText == "a") }
        #expect(bench.received[1].headers["If-Modified-Since"] == date)
    }

    @Test func `no clock is too mad`() throws {
        let dates = [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity),
            Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSince1970: .nan),
            Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: 0),
        ]
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))
        let headers: HTTPHeaders = [
            "Cache-Control": "max-age=60, stale-while-revalidate=9, stale-if-error=9", "ETag": "\"1\"",
        ]
        let planner = CachePlanner(heuristicFraction: 0.1)
        for sent in dates {
            for received in dates {
                let answer = HTTPResponse(status: 200, headers: headers, request: request)
                let stored = try #require(
                    StoredResponse(answer, to: request, requestDate: sent, responseDate: received))
                for now in dates {
                    let age = planner.freshness(of: stored, now: now).age
                    let served = stored.answer(to: request, age: age, source: .cache(age: .zero))
                    #expect(served.headers["Age"].flatMap { ASCII.number($0) } != nil)
                    if case .serve = planner.plan(for: request, mode: .standard, stored: [stored], now: now) {
                        #expect(age < 60)
                    }
                    _ = stored.freshened(by: headers, requestDate: received, responseDate: now)
                }
            }
        }
    }

    @Test func `an answer that varies by more than can be compared is not kept`() async throws {
        for (count, source) in [(64, "cache"), (65, "network")] {
            let names = (0..<count).map { "x\($0)" }.joined(separator: ",")
            let bench = CacheBench { _ in CacheBench.text("a", ["Cache-Control": "max-age=60", "Vary": names]) }
            try await bench.send()
            #expect(try await bench.send().sourceName == source)
        }
    }

    // MARK: Memory

    @Test func `variants without end take no memory without end`() async throws {
        let store = MemoryCacheStore()
        let bench = CacheBench(store: store) { _ in CacheBench.text("a", ["Cache-Control": "max-age=60", "Vary": "X"]) }
        for number in 0..<16 { try await bench.send(headers: ["X": String(number % 10)]) }
        for number in 10..<26 { try await bench.send(headers: ["X": String(number)]) }
        let full = store.byteCount
        for number in 26..<99 { try await bench.send(headers: ["X": String(number)]) }
        #expect(store.byteCount == full)
        #expect(try await bench.send(headers: ["X": "98"]).sourceName == "cache")
        #expect(try await bench.send(headers: ["X": "26"]).sourceName == "network")
    }

    @Test func `a call is served no more than it takes`() async throws {
        let bench = CacheBench { _ in CacheBench.text("0123", ["Cache-Control": "max-age=60"]) }
        try await bench.send(limit: 4)
        #expect(try await bench.send(limit: 4).sourceName == "cache")
        #expect(try await bench.send(.head, limit: 3).sourceName == "cache")
        await #expect(throws: TransportError(.responseTooLarge(limit: 3), mayHaveBeenSent: true)) {
            try await bench.send(limit: 3)
        }
        #expect(try await bench.send(mode: .only, limit: 3).status == 504)
    }

    @Test func `an answer just at the limit is kept, and one above it takes the place of nothing`() async throws {
        let size = Locked(0)
        let headers: HTTPHeaders = ["Cache-Control": "max-age=0"]
        let limit = 40_000
        let store = MemoryCacheStore(byteLimit: limit)
        let bench = CacheBench(store: store) { _ in
            .response(headers: headers, body: Data(repeating: 0, count: size.withLock { $0 }))
        }
        try await bench.send()
        let overhead = store.byteCount
        for (bytes, isKept) in [(limit / 4, true), (limit / 4 + 1, false), (limit / 4, true), (limit * 2, false)] {
            size.withLock { $0 = bytes - overhead - (String(bytes - overhead).count - 1) }
            #expect(try await bench.send().data.count > 0)
            #expect((store.byteCount > 0) == isKept, "\(bytes): \(store.byteCount)")
            #expect(store.byteCount <= limit / 4)
        }
        let none = CacheBench(store: MemoryCacheStore(byteLimit: -1)) { _ in
            CacheBench.text("", ["Cache-Control": "max-age=9"])
        }
        for _ in 1...2 { #expect(try await none.send().sourceName == "network") }
    }
}
