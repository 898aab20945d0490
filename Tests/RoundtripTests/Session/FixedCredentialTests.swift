import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite struct `Fixed credentials` {
    private let get = Request<EmptyResponse>.get("things")

    private func sent(
        _ credential: FixedCredential,
        _ header: String,
        _ endpoint: Request<EmptyResponse>,
        answer: ScriptedTransport.Answer = .json("{}")
    ) async throws -> [String?] {
        let bench = try TrafficBench(ScriptedTransport { _ in answer }) { $0.credential = credential }
        _ = await bench.run { try await $0.send(endpoint) }
        return bench.transport.received.map { $0.headers[header] }
    }

    private func link(_ text: String) throws -> Request<EmptyResponse> {
        try .get(url: #require(URL(string: text)), name: "link")
    }

    struct Row: Sendable, CustomStringConvertible {
        let credential: FixedCredential
        let header: String
        let value: String
        var description: String { header }
    }

    static let rows =
        [
            Row(credential: .bearer("abc"), header: "Authorization", value: "Bearer abc"),
            Row(credential: .apiKey("k1"), header: "X-Api-Key", value: "k1"),
            Row(credential: .apiKey("k2", header: "X-Own"), header: "X-Own", value: "k2"),
        ]
        + [try? FixedCredential.basic(user: "u", password: "p")].compactMap(\.self).map {
            Row(credential: $0, header: "Authorization", value: "Basic dTpw")
        }

    // HEAD-03
    @Test(arguments: rows)
    func `go to their own origin and nowhere else`(row: Row) async throws {
        #expect(try await sent(row.credential, row.header, get) == [row.value])
        #expect(try await sent(row.credential, row.header, link("https://api.example/next?page=2")) == [row.value])
        for other in ["https://other.example/", "https://api.example:8443/", "https://storage.example/?sig=1"] {
            #expect(try await sent(row.credential, row.header, link(other)) == [nil])
        }
    }

    // REDIR, LOG-01
    @Test(arguments: rows)
    func `are neither carried along by a redirect nor shown in a record`(row: Row) async throws {
        let log = EventLog(wantsDetails: true)
        let elsewhere = ScriptedTransport.Answer.response(307, headers: ["Location": "https://other.example/x"])
        let bench = try TrafficBench(answers: [elsewhere, .json("{}")]) {
            $0.credential = row.credential
            $0.observers = [log]
        }
        _ = try await bench.client.send(get)
        await bench.observers?.drain()
        #expect(bench.transport.received.map { $0.headers[row.header] } == [row.value, nil])
        #expect(log.attempts.map { $0.record?.requestHeaders[row.header] } == [Redaction.placeholder, nil])
    }

    @Test(arguments: rows)
    func `stay away where none is wanted, or the endpoint has its own`(row: Row) async throws {
        let open = Request<EmptyResponse>(.get, "x", requiresAuth: false)
        #expect(try await sent(row.credential, row.header, open) == [nil])
        for name in [row.header, row.header.lowercased(), row.header.uppercased()] {
            let own = Request<EmptyResponse>(
                .get, "x", headers: HTTPHeaders([.init(name: name, value: "own")]))
            #expect(try await sent(row.credential, row.header, own) == ["own"])
        }
    }

    // HEAD-01
    @Test(arguments: rows)
    func `stay behind when a redirect leads to another origin, for the rest of the way`(row: Row) async throws {
        for other in ["https://other.example/a", "https://api.example:8443/a"] {
            let answers: [ScriptedTransport.Answer] = [
                .response(307, headers: ["Location": "/moved"]), .response(302, headers: ["Location": other]),
                .response(302, headers: ["Location": "/b"]),
                .response(302, headers: ["Location": TrafficBench.base + "/back"]), .json("{}"),
            ]
            let own = Request<EmptyResponse>(
                .get, "things", headers: HTTPHeaders([.init(name: row.header.lowercased(), value: "own")]))
            for (endpoint, value) in [(get, row.value), (own, "own")] {
                let bench = try TrafficBench(ScriptedTransport(answers)) { $0.credential = row.credential }
                _ = await bench.run { try await $0.send(endpoint) }
                let sent = bench.transport.received.map { $0.headers[row.header] }
                #expect(sent == [value, value, nil, nil, nil], "\(other)")
            }
        }
    }

    @Test(arguments: rows)
    func `are not renewed: a 401 is the answer`(row: Row) async throws {
        let answers = try await sent(row.credential, row.header, get, answer: .response(401))
        #expect(answers == [row.value])
    }

    // RFC 7617, section 2 and 2.1
    @Test(arguments: [
        ("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123£", "dGVzdDoxMjPCow=="),
        ("ädä", "p:w", "w6Rkw6Q6cDp3"), ("", "", "Og=="), ("user", ":", "dXNlcjo6"),
    ])
    func `Basic joins user and password by a colon, in UTF-8`(user: String, password: String, value: String)
        async throws
    {
        let basic = try FixedCredential.basic(user: user, password: password)
        #expect(try await sent(basic, "Authorization", get) == ["Basic \(value)"])
    }

    @Test(arguments: ["a:b", ":", "a:"])
    func `a user name with a colon is refused, without being shown`(user: String) {
        let error = #expect(throws: NetworkError.self) { try FixedCredential.basic(user: user, password: "MARK") }
        guard case .invalidRequest(let sentence)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!sentence.contains("MARK"))
    }

    // HEAD-02
    @Test(arguments: ["key\n", "a\r\nX-Evil: 1", "k\u{0}"])
    func `one that cannot be a header is named, and nothing is sent`(key: String) async throws {
        for credential in [FixedCredential.bearer(key), .apiKey(key), .apiKey("k", header: key)] {
            let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") }) { $0.credential = credential }
            let (result, _) = await bench.run { [get] in try await $0.send(get) }
            guard case .invalidRequest(let sentence)? = result.networkError else {
                Issue.record("\(result)")
                continue
            }
            #expect(!sentence.contains(key))
            #expect(bench.transport.received.isEmpty)
        }
    }

    // LOG-01
    @Test(arguments: [
        FixedCredential.bearer("KEYMARK"), .apiKey("KEYMARK"), .apiKey("KEYMARK", header: "X-Own"),
    ])
    func `never show themselves`(credential: FixedCredential) {
        var dumped = ""
        dump(credential, to: &dumped)
        for text in ["\(credential)", String(reflecting: credential), dumped] {
            #expect(!text.contains("KEYMARK"))
        }
    }

    // CACHE-01
    @Test func `of two persons get no answers of each other from a cache that both use`() async throws {
        let cache = HTTPCache()
        let transport = ScriptedTransport { request in
            let name = request.headers["Authorization"] ?? "nobody"
            return .text(name, headers: ["Cache-Control": "max-age=900", "ETag": "\"e\""])
        }
        let credentials = [.bearer("A"), .bearer("B"), try FixedCredential.basic(user: "A", password: "p")]
        for credential in credentials {
            let bench = try TrafficBench(transport) {
                $0.credential = credential
                $0.cache = cache
            }
            let own = try await bench.client.send(Request<String>.get("me"))
            #expect(own == transport.received.last?.headers["Authorization"])
            #expect(try await bench.client.reply(for: Request<String>.get("me")).value == own)
        }
        #expect(Set(transport.received.map { $0.headers["Authorization"] }).count == credentials.count)
        #expect(!transport.received.contains { $0.headers.contains("If-None-Match") })
    }

    @Test func `that are an API key share what is kept, and a person's do not tell their secret`() async throws {
        #expect(try await FixedCredential.apiKey("k").session() == .none)
        let session = try await FixedCredential.bearer("SECRET").session()
        #expect(try await FixedCredential.bearer("SECRET").session() == session)
        #expect(session != .none)
        #expect(!"\(session)".contains("SECRET"))
    }
}
