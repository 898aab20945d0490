import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Cached calls` {
    private typealias Answer = ScriptedTransport.Answer

    // MARK: Fresh

    // RFC 9111, sections 4 and 5.1
    @Test func `a fresh answer is served without a request, with its age`() async throws {
        let bench = CacheBench([CacheBench.text("a", ["Cache-Control": "max-age=60", "ETag": "\"1\"", "X": "y"])])
        #expect(try await bench.send().sourceName == "network")
        bench.wait(59)
        let response = try await bench.send()
        #expect(response.source == .cache(age: .seconds(59)))
        #expect(response.bodyText == "a" && response.headers["X"] == "y" && response.headers["Age"] == "59")
        #expect(bench.received.count == 1)
    }

    // RFC 9110, section 15.1: whatever the status, if the server gives a lifetime
    @Test(arguments: [200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 501, 599])
    func `a status with a lifetime is served while it is fresh, and not after`(status: Int) async throws {
        let bench = CacheBench { _ in
            CacheBench.text("a", ["Cache-Control": "max-age=60", "Location": "/y"], status: status)
        }
        for seconds in [0, 59, 1] {
            bench.wait(seconds)
            #expect(try await bench.send().status == status)
        }
        #expect(bench.received.count == 2)
    }

    @Test func `what has no lifetime is asked for each time`() async throws {
        let bench = CacheBench { _ in CacheBench.text("a") }
        for _ in 1...2 { #expect(try await bench.send().sourceName == "network") }
        #expect(bench.received.count == 2)
        #expect(!bench.received[1].headers.contains("If-None-Match"))
    }

    // CACHE-01; RFC 9111, sections 3 and 5.2.2.5
    @Test(arguments: [
        "no-store", "No-Store, max-age=60", "max-age=60, no-store=\"x\"", "must-understand, no-store, max-age=0",
    ])
    func `no-store is not kept`(control: String) async throws {
        let store = MemoryCacheStore()
        let isUnderstood = control.hasPrefix("must-understand")
        let bench = CacheBench(store: store) { _ in CacheBench.text("a", ["Cache-Control": control]) }
        try await bench.send()
        try await bench.send()
        #expect((store.byteCount == 0) != isUnderstood)
        #expect(bench.received.count == 2)
    }

    // RFC 9111, section 5.2.2.3
    @Test(arguments: [(200, 1), (299, 2), (404, 1), (599, 2)])
    func `must-understand keeps what is understood in spite of no-store`(status: Int, requests: Int) async throws {
        let bench = CacheBench { _ in
            CacheBench.text("a", ["Cache-Control": "must-understand, no-store, max-age=60"], status: status)
        }
        for _ in 1...2 { _ = try await bench.send() }
        #expect(bench.received.count == requests)
    }

    @Test func `a request that says no-store neither uses nor leaves anything`() async throws {
        let store = MemoryCacheStore()
        let bench = CacheBench(store: store) { _ in CacheBench.text("a", ["Cache-Control": "max-age=60"]) }
        try await bench.send(headers: ["Cache-Control": "no-store"])
        #expect(store.byteCount == 0)
        try await bench.send()
        try await bench.send(headers: ["Cache-Control": "no-store"])
        #expect(bench.received.count == 3)
    }

    // RFC 9111, section 3.1
    @Test func `what is about the connection is not kept`() async throws {
        let bench = CacheBench([
            CacheBench.text(
                "a", ["Cache-Control": "max-age=60", "Connection": "a, Keep-Alive", "A": "1", "B": "2", "Upgrade": "x"])
        ])
        try await bench.send()
        let headers = try await bench.send().headers
        #expect(!headers.contains("Connection") && !headers.contains("A") && !headers.contains("Upgrade"))
        #expect(headers["B"] == "2")
    }

    // RFC 9111, section 5.2.2.4
    @Test func `no-cache for some headers leaves them out until they are confirmed`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=60, no-cache=\"a\"", "A": "1", "B": "2", "ETag": "\"1\""]),
            .response(304, headers: ["ETag": "\"1\""]),
        ])
        try await bench.send()
        let fresh = try await bench.send().headers
        #expect(fresh["A"] == nil && fresh["B"] == "2")
        bench.wait(60)
        #expect(try await bench.send().headers["A"] == "1")
    }

    // MARK: Keys

    @Test func `another query, another path, another origin is another answer`() async throws {
        let bench = CacheBench { CacheBench.text($0.target, ["Cache-Control": "max-age=60"]) }
        for path in ["/x", "/x?a=1", "/x?a=2", "/y", "/X"] {
            #expect(try await bench.send(.get, path).bodyText == path)
            #expect(try await bench.send(.get, path + "#part").sourceName == "cache")
        }
        #expect(try await bench.send(.get, ":443/x").bodyText == "/x")
        #expect(bench.received.count == 5)
    }

    // RFC 9111, section 4.1
    @Test func `an answer goes only to requests that agree in what it varies by`() async throws {
        let bench = CacheBench { request in
            CacheBench.text(
                request.headers["Foo"] ?? "none",
                ["Cache-Control": "max-age=60", "Vary": "Foo , bar", "ETag": "\"\(request.headers["Foo"] ?? "")\""])
        }
        let variants: [HTTPHeaders] = [["Foo": "1"], ["Foo": "2"], ["Foo": "2", "Bar": "x"], [:]]
        for headers in variants { #expect(try await bench.send(headers: headers).sourceName == "network") }
        for headers in variants { #expect(try await bench.send(headers: headers).sourceName == "cache") }
        #expect(try await bench.send(headers: ["Foo": "1", "Other": "x"]).bodyText == "1")
        #expect(try await bench.send(headers: ["foo": " 1"]).sourceName == "cache")
        #expect(!bench.received.contains { $0.headers.contains("If-None-Match") })
    }

    @Test func `values that mean the same are the same`() async throws {
        let bench = CacheBench { _ in
            CacheBench.text("a", ["Cache-Control": "max-age=60", "Vary": "Accept-Language, Foo"])
        }
        var apart: HTTPHeaders = ["Accept-Language": "de;q=0.5, EN", "Foo": "1"]
        apart.add("Foo", "2")
        try await bench.send(headers: ["Accept-Language": "en,de; q=0.5", "Foo": "1,2"])
        #expect(try await bench.send(headers: apart).sourceName == "cache")
        #expect(
            try await bench.send(headers: ["Accept-Language": "en;q=0.5, de", "Foo": "1,2"]).sourceName == "network")
    }

    @Test(arguments: [
        ("de", true), ("fr;q=0.5, de;q=1.0", true), ("DE, en;q=0.999", true), ("de, en", true), ("de, fr", false),
        ("en", false), ("de-AT", false), ("de;q=0", false), ("de;q=2", false), ("de;q=x", false),
        ("fr, de;q=0.9", false),
        ("", false),
    ])
    func `an answer in the language that is preferred will do`(languages: String, isServed: Bool) async throws {
        let bench = CacheBench { _ in
            CacheBench.text("a", ["Cache-Control": "max-age=60", "Vary": "Accept-Language", "Content-Language": "de"])
        }
        try await bench.send(headers: ["Accept-Language": "en, de"])
        #expect((try await bench.send(headers: ["Accept-Language": languages]).sourceName == "cache") == isServed)
    }

    @Test(arguments: ["*", "*, *", ", *", "*, Foo", "Foo, *"])
    func `an answer that varies by everything is never served again`(vary: String) async throws {
        let bench = CacheBench { _ in CacheBench.text("a", ["Cache-Control": "max-age=60", "Vary": vary]) }
        for _ in 1...2 { #expect(try await bench.send(headers: ["Foo": "1"]).sourceName == "network") }
    }

    // MARK: Confirmed

    // CACHE-02; RFC 9111, section 4.3.4
    @Test func `a confirmed answer is fresh again, with the new headers`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=10", "ETag": "\"1\"", "X-Old": "o", "Age": "3"]),
            .response(304, headers: ["Cache-Control": "max-age=60", "X-New": "y"]),
            .response(304, headers: [:]),
        ])
        try await bench.send()
        bench.wait(20)
        let confirmed = try await bench.send()
        #expect(confirmed.source == .revalidated && confirmed.status == 200 && confirmed.bodyText == "a")
        bench.wait(10)
        let fresh = try await bench.send()
        #expect(fresh.source == .cache(age: .seconds(10)))
        #expect(fresh.headers["X-New"] == "y" && fresh.headers["X-Old"] == "o")
        bench.wait(60)
        #expect(try await bench.send().source == .revalidated)
        #expect(bench.received.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", "\"1\""])
    }

    // CACHE-03; RFC 9110, section 13.1.2
    @Test(arguments: ["\"1\"", "W/\"a-gzip\"", "\"\"", "\"a, b\"", "\"w/W\""])
    func `a tag goes out exactly as it came`(tag: String) async throws {
        let bench = CacheBench([
            CacheBench.text("{\"v\":1}", ["ETag": tag]), .response(304, headers: ["ETag": tag, "Content-Length": "0"]),
        ])
        let length = try await bench.send().headers["Content-Length"]
        let response = try await bench.send()
        #expect(bench.received[1].headers["If-None-Match"] == tag)
        #expect(response.status == 200 && response.bodyText == "{\"v\":1}")
        #expect(response.headers["Content-Length"] == length)
    }

    @Test(arguments: ["abc", "w/\"abc\"", "W\"abc\"", "\"abc"])
    func `what is no tag is not sent`(tag: String) async throws {
        let bench = CacheBench { _ in CacheBench.text("a", ["ETag": tag]) }
        for _ in 1...2 { try await bench.send() }
        #expect(!bench.received[1].headers.contains("If-None-Match"))
    }

    @Test func `Last-Modified is asked about as it was written`() async throws {
        let date = "Tuesday, 01-Jan-30 00:00:00 GMT"
        let bench = CacheBench([
            CacheBench.text("a", ["Last-Modified": date]), .response(304),
            CacheBench.text("b", ["ETag": "\"2\"", "Last-Modified": date]),
            CacheBench.text("c"),
        ])
        for expected in ["a", "a", "b", "c"] { #expect(try await bench.send().bodyText == expected) }
        #expect(bench.received[1].headers["If-Modified-Since"] == date)
        #expect(bench.received[3].headers["If-None-Match"] == "\"2\"")
    }

    // RFC 9111, section 4.3.3
    @Test func `a new answer takes the place of the old one`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "no-cache", "ETag": "\"1\""]),
            CacheBench.text("b", ["Cache-Control": "max-age=60", "ETag": "\"2\""]),
        ])
        for expected in ["a", "b", "b"] { #expect(try await bench.send().bodyText == expected) }
        #expect(bench.received.count == 2)
    }

    // CACHE-03
    @Test func `a 304 about another answer is not believed`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["ETag": "\"1\""]), .response(304, headers: ["ETag": "\"2\""]), CacheBench.text("b"),
        ])
        try await bench.send()
        #expect(try await bench.send().bodyText == "b")
        #expect(bench.received[2].headers["If-None-Match"] == nil)
    }

    // CACHE-03 (c)
    @Test func `a 304 that nobody asked for is never an empty success, and is not kept`() async throws {
        let store = MemoryCacheStore()
        let bench = CacheBench(store: store) { _ in .response(304, headers: ["Cache-Control": "max-age=60"]) }
        #expect(try await bench.send().status == 304)
        #expect(store.byteCount == 0)
    }

    // MARK: Conditions of the caller's own

    // CACHE-03 (b); RFC 9111, section 4.3.2
    @Test func `a caller's own condition is answered from a fresh answer, and by the server otherwise`() async throws {
        let modified = "Tue, 01 Jan 2030 00:00:00 GMT"
        let bench = CacheBench([
            CacheBench.text(
                "a", ["Cache-Control": "max-age=60", "ETag": "W/\"1\"", "Last-Modified": modified, "X": "y"]),
            .response(304, headers: ["Cache-Control": "max-age=60", "X": "z"]),
        ])
        try await bench.send()
        let met: [HTTPHeaders] = [
            ["If-None-Match": "\"1\""], ["If-None-Match": "\"0\", W/\"1\""], ["If-None-Match": "*"],
            ["If-Modified-Since": modified], ["If-Modified-Since": "Wed, 02 Jan 2030 00:00:00 GMT"],
            ["If-None-Match": "\"1\"", "If-Modified-Since": "Mon, 01 Jan 2029 00:00:00 GMT"],
        ]
        for headers in met {
            let response = try await bench.send(headers: headers)
            #expect(response.status == 304 && response.data.isEmpty && response.headers["ETag"] == "W/\"1\"")
        }
        let unmet: [HTTPHeaders] = [
            ["If-None-Match": "\"2\""], ["If-Modified-Since": "Mon, 01 Jan 2029 00:00:00 GMT"],
            ["If-None-Match": "\"2\"", "If-Modified-Since": modified], ["If-Modified-Since": "yesterday"],
        ]
        for headers in unmet { #expect(try await bench.send(headers: headers).bodyText == "a") }
        #expect(bench.received.count == 1)
        bench.wait(60)
        #expect(try await bench.send(headers: ["If-None-Match": "\"1\""]).status == 304)
        #expect(bench.received[1].headers["If-None-Match"] == "\"1\"")
        #expect(try await bench.send().headers["X"] == "z")
        #expect(bench.received.count == 2)
    }

    @Test(arguments: ["If-Match", "If-Unmodified-Since"])
    func `a condition that only the origin can judge goes there`(name: String) async throws {
        let bench = CacheBench { _ in CacheBench.text("a", ["Cache-Control": "max-age=60"]) }
        try await bench.send()
        #expect(try await bench.send(headers: [name: "\"1\""]).sourceName == "network")
    }

    // MARK: Parts

    // RFC 9110, section 14
    @Test(arguments: [
        ("bytes=0-1", 206, "01", "bytes 0-1/11"), ("bytes=1-", 206, "123456789A", "bytes 1-10/11"),
        ("bytes=-1", 206, "A", "bytes 10-10/11"), ("BYTES=5-99", 206, "56789A", "bytes 5-10/11"),
        ("bytes=-99", 206, "0123456789A", "bytes 0-10/11"), ("bytes=11-", 416, "", "bytes */11"),
        ("bytes=-0", 416, "", "bytes */11"), ("bytes=3-2", 200, "0123456789A", nil),
        ("bytes=0-1,3-4", 200, "0123456789A", nil), ("lines=1-2", 200, "0123456789A", nil),
        ("bytes=99999999999999999999-", 416, "", "bytes */11"), ("bytes=--1", 200, "0123456789A", nil),
    ])
    func `a part is cut from a fresh whole`(range: String, status: Int, body: String, contentRange: String?)
        async throws
    {
        let bench = CacheBench([CacheBench.text("0123456789A", ["Cache-Control": "max-age=60"])])
        try await bench.send()
        let response = try await bench.send(headers: ["Range": range])
        #expect(response.status == status && response.bodyText == body)
        #expect(response.headers["Content-Range"] == contentRange)
        #expect(try await bench.send().bodyText == "0123456789A")
    }

    @Test func `a part of what has changed is not given`() async throws {
        let bench = CacheBench([CacheBench.text("0123", ["Cache-Control": "max-age=60", "ETag": "\"2\""])])
        try await bench.send()
        #expect(try await bench.send(headers: ["Range": "bytes=0-1", "If-Range": "\"1\""]).bodyText == "0123")
        #expect(try await bench.send(headers: ["Range": "bytes=0-1", "If-Range": "\"2\""]).bodyText == "01")
    }

    // RFC 9110, section 14.1.2
    @Test func `no part is cut from a body that was sent in another form than it is kept in`() async throws {
        let bench = CacheBench([CacheBench.text("0123", ["Cache-Control": "max-age=60", "Content-Encoding": "gzip"])])
        try await bench.send()
        let response = try await bench.send(headers: ["Range": "bytes=0-1"])
        #expect(response.status == 200 && response.bodyText == "0123" && response.headers["Content-Range"] == nil)
    }

    // RFC 9111, section 3.3
    @Test func `a part is never kept as the whole`() async throws {
        let bench = CacheBench([
            CacheBench.text("01", ["Cache-Control": "max-age=60", "Content-Range": "bytes 0-1/4"], status: 206),
            CacheBench.text("0123"),
        ])
        #expect(try await bench.send(headers: ["Range": "bytes=0-1"]).status == 206)
        #expect(try await bench.send().bodyText == "0123")
    }

    // MARK: HEAD

    // RFC 9111, section 4.3.5
    @Test func `a fresh answer serves HEAD too, and an answer to HEAD confirms it or does away with it`() async throws {
        let bench = CacheBench([
            CacheBench.text("a", ["Cache-Control": "max-age=10", "ETag": "\"1\"", "X": "1"]),
            CacheBench.text("", ["Cache-Control": "max-age=60", "ETag": "\"1\"", "X": "2", "Content-Length": "1"]),
            CacheBench.text("", ["Cache-Control": "max-age=60", "ETag": "\"2\""]), CacheBench.text("b"),
        ])
        try await bench.send()
        let head = try await bench.send(.head)
        #expect(head.sourceName == "cache" && head.data.isEmpty && head.headers["ETag"] == "\"1\"")
        bench.wait(10)
        #expect(try await bench.send(.head).sourceName == "network")
        let confirmed = try await bench.send()
        #expect(confirmed.sourceName == "cache" && confirmed.headers["X"] == "2" && confirmed.bodyText == "a")
        bench.wait(60)
        try await bench.send(.head)
        #expect(try await bench.send().bodyText == "b")
        #expect(bench.received.map(\.method) == [.get, .head, .head, .get])
    }

    // MARK: Redirects

    @Test func `an answer that a redirect has led to is not kept under the first URL`() async throws {
        let bench = CacheBench { request in
            request.target == "/x"
                ? .response(302, headers: ["Location": "/y"]) : CacheBench.text("a", ["Cache-Control": "max-age=60"])
        }
        for _ in 1...2 {
            #expect(try await bench.send(redirects: .follow(limit: 10)).sourceName == "network")
        }
        #expect(bench.received.map(\.target) == ["/x", "/y", "/x", "/y"])
    }

    @Test func `a stored redirect is for those alone who want to see it`() async throws {
        let bench = CacheBench { request in
            request.target == "/x"
                ? .response(301, headers: ["Location": "/y", "Cache-Control": "max-age=60"]) : CacheBench.text("a")
        }
        for _ in 1...2 { #expect(try await bench.send().status == 301) }
        #expect(bench.received.count == 1)
        #expect(try await bench.send(redirects: .follow(limit: 1)).bodyText == "a")
        await #expect(throws: NetworkError.self) { try await bench.send(redirects: .refuse) }
    }

    @Test func `a 304 at the end of a redirect confirms nothing`() async throws {
        let isMoved = Locked(false)
        let bench = CacheBench { request in
            switch (request.target, request.headers.contains("If-None-Match")) {
            case ("/x", _) where isMoved.withLock({ $0 }): .response(302, headers: ["Location": "/y"])
            case ("/x", _): CacheBench.text("old", ["ETag": "\"1\""])
            case (_, true): .response(304)
            case (_, false): CacheBench.text("new")
            }
        }
        try await bench.send(redirects: .follow(limit: 10))
        isMoved.withLock { $0 = true }
        #expect(try await bench.send(redirects: .follow(limit: 10)).bodyText == "new")
    }
}
