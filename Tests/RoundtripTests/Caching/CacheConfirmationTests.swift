import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `What confirms a stored answer` {
    private typealias Answer = ScriptedTransport.Answer

    // RFC 9111, section 5.2.1.5
    @Test(arguments: [HTTPMethod.get, .head])
    func `a request that says no-store leaves no header of its answer either`(method: HTTPMethod) async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=60", "ETag": "\"1\"", "X": "old"]),
            .response(method == .get ? 304 : 200, headers: ["ETag": "\"1\"", "X": "MARK"]),
        ])
        try await bench.send()
        try await bench.send(method, headers: ["If-None-Match": "\"1\"", "Cache-Control": "no-store"])
        #expect(try await bench.send().headers["X"] == "old")
        #expect(bench.received.count == 2)
    }

    private static let ownConditions: [(condition: HTTPHeaders, tag: String?, isConfirmed: Bool)] = [
        (["If-None-Match": "\"1\""], nil, true), (["If-None-Match": "\"2\", W/\"1\""], nil, true),
        (["If-None-Match": "\"2\""], nil, false), (["If-None-Match": "*"], nil, false),
        (["If-None-Match": "\"1\", \"2\""], "\"1\"", true), (["If-None-Match": "\"1\", \"2\""], "\"2\"", false),
        (["If-Modified-Since": "Tue, 01 Jan 2030 00:00:00 GMT"], nil, true),
        (["If-Modified-Since": "Wed, 02 Jan 2030 00:00:00 GMT"], nil, false),
    ]

    // RFC 9111, section 4.3.4: the caller may have another copy than the cache
    @Test(arguments: ownConditions)
    func `a 304 to the caller's own condition confirms what it is about, and nothing else`(
        condition: HTTPHeaders,
        tag: String?,
        isConfirmed: Bool
    ) async throws {
        let bench = CacheBench([
            CacheBench.text(
                "a",
                ["Cache-Control": "max-age=10", "ETag": "\"1\"", "Last-Modified": "Tue, 01 Jan 2030 00:00:00 GMT"]),
            .response(304, headers: tag.map { ["ETag": $0] } ?? [:]), CacheBench.text("b"),
        ])
        try await bench.send()
        bench.wait(10)
        #expect(try await bench.send(headers: condition).status == 304)
        #expect(try await bench.send().bodyText == (isConfirmed ? "a" : "b"))
        #expect(bench.received.count == (isConfirmed ? 2 : 3))
    }

    // RFC 9111, section 4.3.4
    @Test func `a 304 with a tag confirms nothing that has none`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Last-Modified": "Tue, 01 Jan 2030 00:00:00 GMT"]),
            .response(304, headers: ["ETag": "\"2\""]), CacheBench.text("b"),
        ])
        try await bench.send()
        #expect(try await bench.send().bodyText == "b")
        #expect(bench.received[2].headers["If-Modified-Since"] == nil)
    }

    // RFC 9111, section 4.3.4
    @Test(arguments: [("\"1\"", 3), ("W/\"1\"", 4)])
    func `a 304 freshens every answer with its strong tag, and one with its weak tag`(tag: String, requests: Int)
        async throws
    {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=10", "ETag": tag, "Vary": "Foo"]),
            CacheBench.text("a", ["Cache-Control": "max-age=10", "ETag": tag, "Vary": "Bar"]),
            .response(304, headers: ["Cache-Control": "max-age=60", "ETag": tag]),
            .response(304, headers: ["ETag": tag]),
        ])
        try await bench.send(headers: ["Foo": "1", "Bar": "1"])
        bench.wait(1)
        // With the first answer's Foo, and a Bar of its own: the second answer is to this request alone.
        try await bench.send(headers: ["Foo": "1", "Bar": "2", "Cache-Control": "no-cache"])
        bench.wait(10)
        #expect(try await bench.send(headers: ["Foo": "1", "Bar": "2"]).sourceName == "revalidated")
        #expect(try await bench.send(headers: ["Foo": "1", "Bar": "3"]).bodyText == "a")
        #expect(bench.received.count == requests)
    }

    // RFC 9111, sections 3.2 and 4.1
    @Test(arguments: ["Foo", "Foo, Bar", "*"])
    func `an answer that varies by more than was known is not served to others`(vary: String) async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=10", "ETag": "\"1\""]),
            .response(304, headers: ["Cache-Control": "max-age=60", "Vary": vary]), CacheBench.text("b"),
        ])
        try await bench.send(headers: ["Foo": "1"])
        bench.wait(10)
        #expect(try await bench.send(headers: ["Foo": "1"]).bodyText == "a")
        #expect(try await bench.send(headers: ["Foo": "2"]).bodyText == "b")
    }

    @Test func `an answer stays where it is found if a 304 names less of what it varies by`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=10", "ETag": "\"1\"", "Vary": "Foo, Bar"]),
            .response(304, headers: ["Cache-Control": "max-age=60", "Vary": "Foo"]), CacheBench.text("b"),
        ])
        try await bench.send(headers: ["Foo": "1"])
        bench.wait(10)
        for _ in 1...2 { #expect(try await bench.send(headers: ["Foo": "1"]).bodyText == "a") }
        #expect(try await bench.send(headers: ["Foo": "1", "Bar": "2"]).bodyText == "b")
        #expect(bench.received.count == 3)
    }

    @Test func `a stored error that is confirmed is an answer, not a failure`() async throws {
        let bench = CacheBench { request in
            request.headers.contains("If-None-Match")
                ? .response(304, headers: ["X": "new"])
                : CacheBench.text(
                    "gone", ["Cache-Control": "max-age=10, stale-if-error=60", "ETag": "\"1\""], status: 503)
        }
        try await bench.send()
        bench.wait(20)
        let confirmed = try await bench.send()
        #expect(confirmed.source == .revalidated && confirmed.status == 503 && confirmed.headers["X"] == "new")
    }
}
