import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers that URLSession handles in ways of its own unless it is kept from it.
@Suite(.timeLimit(.minutes(5))) struct `Answers with a twist, through URLSession` {
    static let challenges = [
        "Basic realm=\"r\"", "Basic realm=\"r\", charset=\"UTF-8\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\"",
        "Bearer", "Bearer error=\"invalid_token\"", "Negotiate", "NTLM", "Unheard-Of x=1", "",
    ]

    @Test(arguments: challenges, [401, 407])
    func `a challenge is an answer with its body, and nothing hangs`(challenge: String, status: Int) async throws {
        let name = status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
        let rig = try await LiveRig { _ in
            .json(#"{"code":"expired"}"#, status: status, headers: [name: challenge])
        }
        for method in [HTTPMethod.get, .post] {
            for delivery in [Delivery.buffered(limit: 1000), .streamed] {
                let response = try await rig.send(method, delivery: delivery)
                #expect(response.status == status)
                #expect(response.text == #"{"code":"expired"}"#)
                #expect(response.headers["Content-Type"] == "application/json")
            }
        }
        #expect(rig.server.received.count == 4)
        #expect(rig.server.received.allSatisfy { !$0.headers.contains("Authorization") })
    }

    @Test func `a challenge whose body comes late is waited for`() async throws {
        let gate = Gate()
        let rig = try await LiveRig { _ in
            .stream(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""]) { writer in
                try await writer.write("one ")
                try await gate.wait()
                try await writer.write("two")
            }
        }
        async let response = rig.send()
        await gate.waiting(atLeast: 1)
        gate.open()
        #expect(try await response.status == 401)
        #expect(try await response.text == "one two")
    }

    @Test func `after a challenge the next call goes its way`() async throws {
        let rig = try await LiveRig { request in
            request.headers["Authorization"] == "Bearer new"
                ? .text("in") : .text("out", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
        }
        for _ in 1...3 {
            #expect(try await rig.send().text == "out")
            var request = rig.request()
            request.headers["Authorization"] = "Bearer new"
            #expect(try await rig.transport.send(request, delivery: .buffered(limit: 10)).text == "in")
        }
    }

    @Test(arguments: [["100 Continue"], ["103 Early Hints"], ["100 Continue", "102 Processing", "103 Early Hints"]])
    func `answers that are not final are never seen`(interim: [String]) async throws {
        let heads = interim.map { "HTTP/1.1 \($0)\r\nLink: </x>\r\n\r\n" }.joined()
        let rig = try await LiveRig { _ in
            .raw(Data((heads + "HTTP/1.1 201 Created\r\nX: y\r\nContent-Length: 2\r\n\r\nok").utf8))
        }
        for method in [HTTPMethod.get, .post] {
            let response = try await rig.send(method)
            #expect(response.status == 201)
            #expect(response.headers["X"] == "y")
            #expect(response.text == "ok")
            let streamed = try #require(try await rig.send(method, delivery: .streamed).stream)
            #expect(try await streamed.collect(upTo: 10) == Data("ok".utf8))
        }
    }

    @Test func `a large upload arrives, whether or not the client first waits to be told to continue`() async throws {
        let rig = try await LiveRig { .text("\($0.body.count)") }
        let request = rig.request(.post, body: .data(Data(count: 3 << 20)))
        #expect(try await rig.transport.send(request, delivery: .buffered(limit: 100)).text == "\(3 << 20)")
    }

    @Test func `a body without a length ends with the connection`() async throws {
        let rig = try await LiveRig { _ in .raw(Data("HTTP/1.1 200 OK\r\n\r\nall of it".utf8)) }
        #expect(try await rig.send().text == "all of it")
    }

    @Test func `a body that is packed is unpacked`() async throws {
        // "hello" as gzip, from gzip -n.
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        let rig = try await LiveRig { _ in .data(packed, headers: ["Content-Encoding": "gzip"]) }
        #expect(try await rig.send().text == "hello")
    }

    // MARK: Cookies

    @Test func `a cookie is neither stored nor sent`() async throws {
        let name = "none\(UInt32.random(in: 0 ... .max))"
        let rig = try await LiveRig { _ in .status(200, headers: ["Set-Cookie": "\(name)=1; Path=/"]) }
        for _ in 1...2 {
            let response = try await rig.send()
            #expect(response.headers["Set-Cookie"]?.contains(name) == true)
        }
        let cookies = rig.server.received.map { $0.headers["Cookie"] ?? "" }
        #expect(!cookies.joined().contains(name))
        #expect(HTTPCookieStorage.shared.cookies?.contains { $0.name == name } != true)
    }

    @Test func `a cookie is stored and sent where the request asks for it, and only there`() async throws {
        let name = "some\(UInt32.random(in: 0 ... .max))"
        let rig = try await LiveRig { _ in .status(200, headers: ["Set-Cookie": "\(name)=1; Path=/"]) }
        defer {
            for cookie in HTTPCookieStorage.shared.cookies ?? [] where cookie.name == name {
                HTTPCookieStorage.shared.deleteCookie(cookie)
            }
        }
        for usesCookies in [true, true, false] {
            var request = rig.request()
            request.options.usesCookies = usesCookies
            _ = try await rig.transport.send(request, delivery: .buffered(limit: 10))
        }
        let sent = rig.server.received.map { $0.headers["Cookie"]?.contains("\(name)=1") == true }
        #expect(sent == [false, true, false])
    }
}
