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
}
