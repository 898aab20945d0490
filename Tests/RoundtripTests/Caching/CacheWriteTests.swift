import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Writes and the cache` {
    private static let (a, b) = (CallSession.signedIn(SessionID(rawValue: "A")), CallSession.unavailable("locked"))

    private static func bench(_ write: ScriptedTransport.Answer = .response(204)) -> CacheBench {
        CacheBench { request in
            request.method == .get
                ? .response(headers: ["Cache-Control": "max-age=60"], body: Data("a".utf8)) : write
        }
    }

    // RFC 9111, section 4.4
    @Test(arguments: [(a, CallSession.none), (CallSession.none, a), (b, a), (b, CallSession.none), (a, a)])
    func `what one has written is not hidden from another by what was stored`(writer: CallSession, reader: CallSession)
        async throws
    {
        let bench = Self.bench()
        await bench.cache.sessionIs(SessionID(rawValue: "A"))
        try await bench.send(session: reader)
        try await bench.send(.get, "/kept", session: reader)
        try await bench.send(.put, session: writer)
        #expect(try await bench.send(session: reader).sourceName == "network")
        #expect(try await bench.send(.get, "/kept", session: reader).sourceName == "cache")
    }

    // RFC 9111, section 4.4
    @Test func `a write that was redirected forgets what it has changed there`() async throws {
        let bench = CacheBench { request in
            switch (request.method, request.target) {
            case (.get, _): .response(headers: ["Cache-Control": "max-age=60"], body: Data("a".utf8))
            case (_, "/x"): .response(307, headers: ["Location": "/b/y"])
            default: .response(201, headers: ["Content-Location": "z"])
            }
        }
        let paths = ["/x", "/b/y", "/b/z", "/z"]
        for path in paths { try await bench.send(.get, path) }
        try await bench.send(.put, redirects: .follow(limit: 5))
        var sources: [String] = []
        for path in paths { sources.append(try await bench.send(.get, path).sourceName) }
        #expect(sources == ["network", "network", "network", "cache"])
    }

    // RFC 9111, section 4.4: no other origin can be made to be forgotten
    @Test func `a write forgets nothing of another origin`() async throws {
        let bench = Self.bench(
            .response(
                201, headers: ["Location": "https://api.example:444/x", "Content-Location": "http://api.example/x"]))
        try await bench.send(.get, ":444/x")
        try await bench.send(.put, "/y")
        #expect(try await bench.send(.get, ":444/x").sourceName == "cache")
    }

    @Test(arguments: [400, 404, 409, 500])
    func `a write that was refused forgets nothing`(status: Int) async throws {
        let bench = Self.bench(.response(status))
        try await bench.send()
        #expect(try await bench.send(.put).status == status)
        #expect(try await bench.send().sourceName == "cache")
    }

    @Test(arguments: [HTTPMethod.options, .trace])
    func `what changes nothing forgets nothing`(method: HTTPMethod) async throws {
        let bench = Self.bench()
        try await bench.send()
        try await bench.send(method)
        #expect(try await bench.send().sourceName == "cache")
    }

    // RFC 9111, section 2: methods beside GET and HEAD are written through
    @Test(arguments: [HTTPMethod.post, .put, .delete, .options])
    func `what is not read is sent each time, and its answer is not kept`(method: HTTPMethod) async throws {
        let store = MemoryCacheStore()
        let bench = CacheBench(store: store) { _ in .response(headers: ["Cache-Control": "max-age=60"]) }
        for _ in 1...2 { #expect(try await bench.send(method).sourceName == "network") }
        #expect(store.byteCount == 0)
    }

    // RFC 9111, section 4.4
    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"])
    func `a write that succeeds forgets its URL and those it names`(method: String) async throws {
        let bench = CacheBench { request in
            guard request.method != .get else { return CacheBench.text("a", ["Cache-Control": "max-age=60"]) }
            var headers: HTTPHeaders = ["Location": "/y?a=1", "Content-Location": "https://api.example/z"]
            headers.add("Location", "https://other.example/x")
            return .response(request.target == "/x" ? 201 : 500, headers: headers)
        }
        let paths = ["/x", "/y?a=1", "/z", "/kept"]
        for path in paths { try await bench.send(.get, path) }
        try await bench.send(HTTPMethod(rawValue: method), "/x")
        try await bench.send(HTTPMethod(rawValue: method), "/kept")
        var sources: [String] = []
        for path in paths { sources.append(try await bench.send(.get, path).sourceName) }
        #expect(sources == ["network", "network", "network", "cache"])
    }

    // RFC 9110, section 9.3.3
    @Test(
        arguments: [
            (["Content-Location": "/x", "Cache-Control": "max-age=60"], true),
            (["Content-Location": "https://api.example:443/x", "Expires": "Fri, 01 Jan 2038 00:00:00 GMT"], true),
            (["Content-Location": "/y", "Cache-Control": "max-age=60"], false), (["Content-Location": "/x"], false),
            (["Cache-Control": "max-age=60"], false),
            (["Content-Location": "/x", "Cache-Control": "max-age=60, no-store"], false),
        ] as [(HTTPHeaders, Bool)])
    func `the answer to a POST serves GET where it says that it may`(headers: HTTPHeaders, isServed: Bool) async throws
    {
        let bench = CacheBench { request in CacheBench.text(request.method.rawValue, headers) }
        try await bench.send(.post)
        #expect(try await bench.send().bodyText == (isServed ? "POST" : "GET"))
    }

    @Test func `a write whose answer is lost forgets its URL`() async throws {
        let bench = CacheBench { request in
            guard request.method == .get else {
                return .failure(TransportError(.connectionLost, mayHaveBeenSent: true))
            }
            return CacheBench.text("a", ["Cache-Control": "max-age=60"])
        }
        try await bench.send()
        await #expect(throws: TransportError.self) { try await bench.send(.post) }
        #expect(try await bench.send().sourceName == "network")
    }

    @Test func `an answer that was under way during a write is not kept`() async throws {
        let gate = Gate()
        let bench = CacheBench { request in
            request.method == .get
                ? CacheBench.text("old", ["Cache-Control": "max-age=60"]).held(by: gate) : .response(204)
        }
        let read = Task { try await bench.send() }
        await bench.transport.requests(atLeast: 1)
        try await bench.send(.put)
        gate.open()
        #expect(try await read.value.bodyText == "old")
        #expect(try await bench.send().sourceName == "network")
    }
}
