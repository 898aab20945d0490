import Foundation
import Testing

@testable import Roundtrip

@Suite struct `The last check before sending` {
    private func problem(
        _ change: (inout HTTPRequest) -> Void = { _ in },
        url: String = "https://h.example/",
        delivery: Delivery = .streamed
    ) throws -> String? {
        var request = HTTPRequest(url: try #require(URL(string: url)))
        change(&request)
        return RequestCheck.problem(with: request, delivery: delivery, insecureHosts: ["dev.example"])
    }

    @Test func `an ordinary request passes`() throws {
        #expect(try problem { $0.headers = ["Authorization": "Bearer abc.def", "Accept": "a/b;q=0.5,\tc/d"] } == nil)
        #expect(try problem { ($0.method, $0.body) = (.post, .data(Data([1]))) } == nil)
        #expect(try problem { ($0.method, $0.body) = (.delete, .data(Data([1]))) } == nil)
    }

    // HEAD-02
    @Test(arguments: [
        "tok\n", "\ntok", "a\r\nX-Evil: 1", "a\rb", "a\u{0}b", "a\u{7F}", "é", "a\u{1F}b", " a", "a ", "a\t", "\u{85}",
    ])
    func `a header value that cannot be sent is named, never shown`(value: String) throws {
        let sentence = try #require(try problem { $0.headers = ["X-Token": value] })
        #expect(sentence.contains("X-Token"))
        #expect(!sentence.contains(value))
    }

    // HEAD-02
    @Test(arguments: ["", "X Token", "X:Token", "X\nToken", "X-Tokén", "X\u{0}", "(x)", "x\"y", " x", "x\t"])
    func `a bad header name is refused`(name: String) throws {
        #expect(try problem { $0.headers = HTTPHeaders([.init(name: name, value: "1")]) } != nil)
    }

    @Test(arguments: ["Host", "content-length", "Transfer-Encoding", "CONNECTION"])
    func `headers that frame the message belong to the transport`(name: String) throws {
        #expect(try problem { $0.headers[name] = "1" }?.contains("transport") == true)
    }

    @Test(arguments: ["", "GE T", "GET\r\n", "PÖST"])
    func `a method must be a token`(method: String) throws {
        #expect(try problem { $0.method = HTTPMethod(rawValue: method) } != nil)
    }

    @Test(arguments: [
        ("http://h.example/", false), ("http://dev.example/", true), ("http://DEV.example:81/", true),
        ("http://127.0.0.1:8080/", true), ("http://localhost/", true), ("http://[::1]/", true),
        ("http://x.localhost/", true), ("http://127.0.0.1.evil.example/", false), ("http://notdev.example/", false),
        ("http://a.dev.example/", false), ("https://h.example/", true), ("ftp://h.example/", false),
        ("https://user@h.example/", false), ("https://u:p@h.example/", false), ("file:///etc/passwd", false),
    ])
    func `plain http goes only to loopback and to hosts allowed by name`(url: String, isAllowed: Bool) throws {
        #expect((try problem(url: url) == nil) == isAllowed)
    }

    @Test(arguments: [
        ("https://h.example:1/", true), ("https://h.example:65535/", true), ("https://h.example/", true),
        ("https://h.example:0/", false), ("https://h.example:65536/", false), ("http://[::1]:70000/", false),
        ("http://127.0.0.1:4294967376/", false), ("https://h.example:9223372036854775807/", false),
    ])
    func `a port that TCP does not have is refused before sending`(url: String, isAllowed: Bool) throws {
        let problem = try problem(url: url)
        #expect((problem == nil) == isAllowed)
        #expect(isAllowed || problem?.contains("port") == true)
    }

    @Test func `a GET or HEAD has no body`() throws {
        #expect(try problem { $0.body = .data(Data()) } != nil)
        #expect(try problem { ($0.method, $0.body) = (.head, .data(Data([1]))) } != nil)
    }

    @Test(arguments: [("https://x.example/etc/passwd", false), ("etc/passwd", false), ("file:///tmp/x", true)])
    func `only a file URL is read or written as a file`(url: String, isAllowed: Bool) throws {
        let url = try #require(URL(string: url))
        #expect((try problem { ($0.method, $0.body) = (.put, .file(url)) } == nil) == isAllowed)
        #expect((try problem(delivery: .file(url)) == nil) == isAllowed)
    }

    // A POST with an empty key would be repeated, and nobody could tell that it is the same one.
    @Test func `an empty idempotency key is refused`() throws {
        #expect(try problem { $0.headers["idempotency-key"] = "" }?.contains("idempotency key") == true)
        #expect(try problem { $0.headers["Idempotency-Key"] = "k" } == nil)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a timeout must be greater than zero`(timeout: Duration) throws {
        #expect(try problem { $0.options.idleTimeout = timeout } != nil)
        #expect(try problem { $0.options.idleTimeout = nil } == nil)
    }
}
