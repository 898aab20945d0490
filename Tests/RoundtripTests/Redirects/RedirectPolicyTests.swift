import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Redirect policy` {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func decision(
        _ status: Int,
        _ location: String?,
        from start: String = "https://api.example/a/b?c=1",
        method: HTTPMethod = .get,
        body: HTTPBody = .none,
        headers: HTTPHeaders = [:],
        hops: Int = 0,
        mode: RedirectMode = .follow(limit: 10)
    ) throws -> RedirectPolicy.Decision {
        let request = HTTPRequest(method: method, url: try url(start), headers: headers, body: body)
        var response = HTTPResponse(status: status, request: request)
        response.headers["Location"] = location
        return RedirectPolicy(credentialHeaderNames: ["x-own-key"], insecureHosts: ["dev.example"])
            .decision(for: response, to: request, hops: hops, mode: mode)
    }

    private func followed(_ decision: RedirectPolicy.Decision) throws -> HTTPRequest {
        guard case .follow(let request) = decision else {
            Issue.record("not followed: \(decision)")
            throw CancellationError()
        }
        return request
    }

    private func isRefused(_ decision: RedirectPolicy.Decision) -> Bool {
        if case .refuse = decision { true } else { false }
    }

    private func isDelivered(_ decision: RedirectPolicy.Decision) -> Bool {
        if case .deliver = decision { true } else { false }
    }

    // RFC 3986, section 5
    @Test(arguments: [
        ("/x", "https://api.example/x"), ("x", "https://api.example/a/x"), ("../x", "https://api.example/x"),
        ("?d=2", "https://api.example/a/b?d=2"), ("//other.example/x", "https://other.example/x"),
        ("https://api.example/x#frag", "https://api.example/x"), ("HTTPS://API.example/x", "https://api.example/x"),
        ("/x?y=%2F", "https://api.example/x?y=%2F"),
    ])
    func `targets are resolved against the request`(location: String, expected: String) throws {
        let next = try followed(decision(302, location))
        #expect(next.url.absoluteString.lowercased() == expected.lowercased())
    }

    // RFC 9110, section 15.4
    @Test(arguments: [
        (301, HTTPMethod.post, HTTPMethod.get), (302, .post, .get), (303, .post, .get), (307, .post, .post),
        (308, .post, .post), (301, .put, .put), (302, .patch, .patch), (303, .put, .get), (303, .delete, .get),
        (303, .head, .head), (301, .head, .head), (307, .put, .put), (308, .delete, .delete), (302, .get, .get),
    ])
    func `which method goes on`(status: Int, method: HTTPMethod, expected: HTTPMethod) throws {
        let body: HTTPBody = [.get, .head].contains(method) ? .none : .data(Data("x".utf8))
        let headers: HTTPHeaders = ["Content-Type": "a/b", "Idempotency-Key": "k", "Accept": "c/d"]
        let next = try followed(decision(status, "/x", method: method, body: body, headers: headers))
        #expect(next.method == expected)
        let keepsBody = expected == method
        #expect(next.body.isNone == (body.isNone || !keepsBody))
        #expect(next.headers.contains("Content-Type") == (keepsBody || method == .head))
        #expect(next.headers["Accept"] == "c/d")
    }

    // HEAD-01
    @Test(arguments: [
        ("https://api.example/other", true), ("https://API.example:443/other", true), ("https://evil.example/x", false),
        ("https://api.example:8443/x", false), ("https://api.example.evil.example/x", false),
    ])
    func `credentials stay on their origin`(location: String, isKept: Bool) throws {
        let secrets: HTTPHeaders = [
            "authorization": "a", "Cookie": "b", "X-API-KEY": "c", "Proxy-Authorization": "d", "X-Own-Key": "e",
            "Accept": "f",
        ]
        let next = try followed(decision(307, location, headers: secrets))
        #expect(next.headers.map(\.name) == (isKept ? secrets.map(\.name) : ["Accept"]))
        #expect(next.isCrossOriginHop == !isKept)
    }

    @Test func `once the origin has changed, credentials stay away for the rest of the way`() throws {
        var away = try followed(decision(302, "https://other.example/x", headers: ["Authorization": "a"]))
        away.headers["Authorization"] = "added again"
        var response = HTTPResponse(status: 302, request: away)
        response.headers["Location"] = "https://other.example/y"
        let second = try followed(
            RedirectPolicy().decision(for: response, to: away, hops: 1, mode: .follow(limit: 10)))
        #expect(second.isCrossOriginHop)
    }

    @Test(arguments: [
        "http://api.example/x", "http://127.0.0.1/x", "http://dev.example/x", "ftp://api.example/x",
        "file:///etc/passwd",
        "javascript:alert(1)", "https://u:p@api.example/x", "https://u@api.example/x", "https://", "data:text/plain,x",
        "https://other.example:65536/x", "https://api.example:0/x",
    ])
    func `a step down in security, or to something that is no URL for http, is refused`(location: String) throws {
        #expect(isRefused(try decision(302, location)))
    }

    @Test func `plain http goes on to loopback and allowed hosts alone`() throws {
        #expect(!isRefused(try decision(302, "http://127.0.0.1:81/x", from: "http://127.0.0.1:80/")))
        #expect(!isRefused(try decision(302, "http://dev.example/x", from: "http://127.0.0.1/")))
        #expect(!isRefused(try decision(302, "https://api.example/x", from: "http://127.0.0.1/")))
        #expect(isRefused(try decision(302, "http://other.example/x", from: "http://127.0.0.1/")))
    }

    @Test(arguments: [200, 300, 304, 305, 306, 399, 400, 500])
    func `other statuses are no redirects`(status: Int) throws {
        #expect(isDelivered(try decision(status, "/x")))
    }

    @Test func `a redirect without a target, or in manual mode, goes to the caller`() throws {
        #expect(isDelivered(try decision(302, nil)))
        #expect(isDelivered(try decision(302, "/x", mode: .manual)))
        #expect(isRefused(try decision(302, "/x", mode: .refuse)))
    }

    @Test func `ten hops are followed and the eleventh is refused`() throws {
        #expect(!isRefused(try decision(302, "/x", hops: 9)))
        #expect(isRefused(try decision(302, "/x", hops: 10)))
    }

    // RETRY-04
    @Test func `a body that exists once is not sent a second time`() throws {
        let once = HTTPBody.oneShot(length: nil, HTTPByteStream([Data()]))
        #expect(isDelivered(try decision(307, "/x", method: .put, body: once)))
        #expect(try followed(decision(303, "/x", method: .post, body: once)).body.isNone)
    }
}
