import Foundation
import Roundtrip
import RoundtripLive
import Testing

/// The cache against nginx: what is sent is read in the server's own log.
@Suite(.enabled(if: NginxServer.shared != nil), .serialized)
struct `Integration with nginx` {
    private let clock = ShiftedClock()

    private func server() throws -> NginxServer { try #require(NginxServer.shared) }

    private func client() throws -> APIClient {
        .live(environment: .development(try server().url)) { [clock] in
            $0.cache = HTTPCache(store: MemoryCacheStore())
            $0.time = clock
        }
    }

    /// A text that gzip makes smaller.
    private static func text(_ word: String) -> String { "\"" + String(repeating: word + " ", count: 200) + "\"" }

    @Test func `a fresh answer is served without a request, until it expires`() async throws {
        let (server, client, path) = (try server(), try client(), "hour/fresh.txt")
        try server.write("first", to: path)
        let request = Request<String>.get("hour/fresh.txt")
        #expect(try await client.reply(for: request).source == .network)
        for _ in 1...3 {
            let reply = try await client.reply(for: request)
            #expect(reply.value == "first" && reply.attempts == 0)
        }
        #expect(try await server.log(of: path).count == 1)
        clock.pass(3590)
        #expect(try await client.reply(for: request).attempts == 0)
        clock.pass(20)
        #expect(try await client.reply(for: request).source == .revalidated)
        let log = try await server.log(of: path)
        #expect(log.count == 2 && log[1].hasPrefix("GET 304 0 inm="))
    }

    @Test func `what nginx gives no lifetime is asked about with its tag, and a change is seen`() async throws {
        let (server, client, path) = (try server(), try client(), "plain/asked.txt")
        try server.write("first", to: path)
        let request = Request<String>.get("plain/asked.txt")
        let tag = try #require(try await client.reply(for: request).headers["ETag"])
        let confirmed = try await client.reply(for: request)
        #expect(confirmed.source == .revalidated && confirmed.value == "first" && confirmed.status == 200)
        try server.write("second one", to: path)
        let changed = try await client.reply(for: request)
        #expect(changed.source == .network && changed.value == "second one")
        #expect(
            try await server.log(of: path) == [
                "GET 200 5 inm=- range=-", "GET 304 0 inm=\(tag.escapedForLog) range=-",
                "GET 200 10 inm=\(tag.escapedForLog) range=-",
            ])
    }

    @Test func `an answer that expires at once is confirmed each time`() async throws {
        let (server, client, path) = (try server(), try client(), "never/old.txt")
        try server.write("old", to: path)
        for source in [HTTPResponse.Source.network, .revalidated, .revalidated] {
            #expect(try await client.reply(for: Request<String>.get("never/old.txt")).source == source)
        }
        #expect(try await server.log(of: path).map { $0.prefix(7) } == ["GET 200", "GET 304", "GET 304"])
    }

    @Test func `a compressed answer has a weak tag, which goes back as it came`() async throws {
        let (server, client, path) = (try server(), try client(), "plain/packed.json")
        try server.write(Self.text("packed"), to: path)
        let request = Request<String>(.get, "plain/packed.json") { response, _ in response.bodyText }
        let first = try await client.reply(for: request)
        let tag = try #require(first.headers["ETag"])
        #expect(tag.hasPrefix("W/\"") && first.headers["Vary"] == "Accept-Encoding")
        #expect(first.value == Self.text("packed"))
        let second = try await client.reply(for: request)
        #expect(second.source == .revalidated && second.value == first.value)
        let log = try await server.log(of: path)
        #expect(log.count == 2 && log[1] == "GET 304 0 inm=\(tag.escapedForLog) range=-")
    }

    @Test func `a part is cut from a stored whole, and is what nginx itself would send`() async throws {
        let (server, client, path) = (try server(), try client(), "hour/whole.txt")
        try server.write("0123456789", to: path)
        func part(_ mode: CacheMode) async throws -> Reply<String> {
            var request = Request<String>(.get, "hour/whole.txt", headers: ["Range": "bytes=2-5"]) { response, _ in
                response.bodyText
            }
            request.options.cache = mode
            return try await client.reply(for: request)
        }
        // Of nothing stored; it is not kept as the whole.
        #expect(try await part(.standard).source == .network)
        #expect(try await client.send(Request<String>.get("hour/whole.txt")) == "0123456789")
        let cut = try await part(.standard)
        let sent = try await part(.none)
        #expect(cut.attempts == 0 && cut.status == 206 && sent.status == 206)
        #expect(cut.value == "2345" && sent.value == "2345")
        for name in ["Content-Range", "Content-Length", "ETag", "Last-Modified"] {
            #expect(cut.headers[name] == sent.headers[name] && cut.headers[name] != nil, "\(name)")
        }
        #expect(
            try await server.log(of: path).map { $0.prefix(7) } == ["GET 206", "GET 200", "GET 206"])
    }

    @Test func `a stale answer is served once the server is gone`() async throws {
        let (server, path) = (try server(), "plain/kept.txt")
        try server.write("kept", to: path)
        let store = MemoryCacheStore()
        var configuration = ClientConfiguration.live(environment: .development(server.url))
        configuration.cache = HTTPCache(store: store)
        _ = try await APIClient(configuration).send(Request<String>.get("plain/kept.txt"))
        // The same store behind a way to the server that is broken.
        var offline = ClientConfiguration.live(environment: .development(server.url), transport: NoTransport())
        offline.cache = HTTPCache(store: store)
        var request = Request<String>.get("plain/kept.txt")
        request.options.cache = .networkElseCache(within: .seconds(60))
        let reply = try await APIClient(offline).reply(for: request)
        #expect(reply.value == "kept")
        guard case .stale = reply.source else {
            Issue.record("served as \(reply.source)")
            return
        }
    }

    @Test func `every scenario ran`() throws {
        print("integration: every scenario ran against \(try server().url)")
    }
}

private struct NoTransport: Transport {
    func send(_ request: HTTPRequest, delivery: Delivery) async throws -> HTTPResponse {
        throw TransportError(.offline, mayHaveBeenSent: false)
    }
}

extension HTTPResponse {
    fileprivate var bodyText: String { String(decoding: data, as: UTF8.self) }
}

extension String {
    /// As nginx writes a header's value into its log.
    fileprivate var escapedForLog: String { replacingOccurrences(of: "\"", with: "\\x22") }
}
