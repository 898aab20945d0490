import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `What the cache keeps and chooses` {
    private typealias Answer = ScriptedTransport.Answer

    // RFC 9111, section 4
    @Test(arguments: [(-5, "second"), (5, "first")])
    func `of several answers that match, the newest by Date is used`(date: Int, expected: String) async throws {
        let clock = TestClock(date: Date(timeIntervalSince1970: 1_924_992_000))
        let first = HTTPDate.string(from: clock.date.addingTimeInterval(TimeInterval(date)))
        let second = HTTPDate.string(from: clock.date)
        let bench = CacheBench([
            CacheBench.text("first", ["Cache-Control": "max-age=60", "Vary": "Foo", "Date": first]),
            CacheBench.text("second", ["Cache-Control": "max-age=60", "Vary": "Bar", "Date": second]),
        ])
        try await bench.send(headers: ["Foo": "1", "Bar": "1"])
        try await bench.send(headers: ["Foo": "1", "Bar": "2", "Cache-Control": "no-cache"])
        #expect(try await bench.send(headers: ["Foo": "1", "Bar": "2"]).bodyText == expected)
        #expect(bench.received.count == 2)
    }

    // RFC 9111, section 4.3.1
    @Test func `a stored answer is asked about with both validators`() async throws {
        let modified = "Tue, 01 Jan 2030 00:00:00 GMT"
        let bench = CacheBench([
            CacheBench.text("a", ["ETag": "W/\"1\"", "Last-Modified": modified]), .response(304),
        ])
        for _ in 1...2 { try await bench.send(headers: ["X": "y"]) }
        let headers = bench.received[1].headers
        #expect(headers["If-None-Match"] == "W/\"1\"" && headers["If-Modified-Since"] == modified)
        #expect(headers["X"] == "y")
    }

    // RFC 9111, section 3.3
    @Test func `a body that ended too early is not kept`() async throws {
        let store = MemoryCacheStore()
        let bench = CacheBench(store: store) { _ in
            CacheBench.text("01", ["Cache-Control": "max-age=60", "Content-Length": "4", "ETag": "\"1\""])
        }
        await #expect(throws: TransportError.self) { try await bench.send() }
        #expect(store.byteCount == 0)
    }

    // RFC 9111, section 3.1
    @Test func `every header is kept, known or not, with each of its lines`() async throws {
        var headers: HTTPHeaders = ["Cache-Control": "max-age=60", "X-Unknown": "1", "Set-Cookie": "a=1"]
        headers.add("Set-Cookie", "b=2")
        let bench = CacheBench([CacheBench.text("a", headers)])
        try await bench.send()
        let served = try await bench.send()
        #expect(served.sourceName == "cache" && served.headers["X-Unknown"] == "1")
        #expect(served.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
    }

    // RFC 9111, section 3.2
    @Test func `a confirmation replaces every header but those about the body and the connection`() async throws {
        let bench = CacheBench([
            CacheBench.text("ab", ["ETag": "\"1\"", "Content-Type": "text/plain", "X": "1", "Content-Encoding": "a"]),
            .response(
                304,
                headers: [
                    "Content-Type": "text/html", "X": "2", "Content-Length": "99", "Content-Encoding": "b",
                    "Content-Range": "bytes 0-1/9", "Connection": "Y", "Y": "1", "Transfer-Encoding": "chunked",
                ]),
        ])
        let before = try await bench.send().headers
        let after = try await bench.send().headers
        #expect(after["Content-Type"] == "text/html" && after["X"] == "2")
        for name in ["Content-Length", "Content-Encoding", "Content-Range", "Connection", "Y", "Transfer-Encoding"] {
            #expect(after[name] == before[name], "\(name)")
        }
    }

    // RFC 9111, section 4.3.2
    @Test(arguments: [(0, 304), (-1, 200)])
    func `a date is compared with that of the answer where the server gave no other`(seconds: Int, status: Int)
        async throws
    {
        let bench = CacheBench([CacheBench.text("a", ["Cache-Control": "max-age=60"])])
        try await bench.send()
        let response = try await bench.send(headers: ["If-Modified-Since": bench.date(seconds)])
        #expect(response.sourceName == "cache" && response.status == status)
    }

    // RFC 9111, section 4.3.2
    @Test(arguments: [["If-None-Match": "*"], ["If-Modified-Since": "Tue, 01 Jan 2030 00:00:00 GMT"], HTTPHeaders()])
    func `with nothing stored a request goes to the server as it is`(headers: HTTPHeaders) async throws {
        let bench = CacheBench { _ in CacheBench.text("a") }
        #expect(try await bench.send(headers: headers).status == 200)
        #expect(bench.received.map(\.headers) == [headers])
    }
}
