import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite struct Refreshers {
    private static let base = "https://api.example/v1"

    private func endpoint(_ transport: ScriptedTransport) throws -> TokenEndpoint {
        let url = try #require(URL(string: Self.base))
        var configuration = ClientConfiguration(environment: .production(url), transport: transport)
        configuration.headers = HeadersMiddleware(appVersion: "7") { ["de"] }
        configuration.time = TestClock()
        return configuration.tokenEndpoint
    }

    private func items(_ form: Data) -> [String] {
        String(decoding: form, as: UTF8.self).split(separator: "&").map(String.init)
    }

    // RFC 6749, section 6
    @Test func `OAuth sends a form, with the client as it identifies itself`() async throws {
        let cases: [(OAuthTokenRefresher.Client, [String], String?)] = [
            (.none, [], nil), (.isPublic(id: "app"), ["client_id=app"], nil),
            (.form(id: "a b", secret: "s+&="), ["client_id=a%20b", "client_secret=s%2B%26%3D"], nil),
            (.basic(id: "a b", secret: "s:+"), [], "Basic " + Data("a%20b:s%3A%2B".utf8).base64EncodedString()),
        ]
        for (client, fields, authorization) in cases {
            let transport = ScriptedTransport([.json(#"{"access_token":"T2"}"#)])
            let refresher = OAuthTokenRefresher(
                try endpoint(transport), location: "oauth/token", client: client, scope: "a b")
            _ = try await refresher.refresh(using: "r/+=&1")
            let request = try #require(transport.received.first)
            #expect(request.method == .post)
            #expect(request.url.absoluteString == Self.base + "/oauth/token")
            #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
            #expect(request.headers["Authorization"] == authorization)
            #expect(request.headers["App-Version"] == "7")
            #expect(request.headers["X-Request-ID"]?.isEmpty == false)
            #expect(
                items(request.body) == [
                    "grant_type=refresh_token", "refresh_token=r%2F%2B%3D%261", "scope=a%20b",
                ] + fields)
        }
    }

    @Test func `JSON sends the token in a field, to a path below the base or a whole URL`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"accessToken":"T2","refreshToken":"R2","expiresIn":60}"#) }
        let endpoint = try endpoint(transport)
        let grant = try await JSONTokenRefresher(endpoint).refresh(using: "R\"1")
        #expect(grant == TokenGrant(accessToken: "T2", refreshToken: "R2", lifetime: .seconds(60)))
        _ = try await JSONTokenRefresher(endpoint, location: "https://id.example/token").refresh(using: "R1")
        #expect(
            transport.received.map { $0.url.absoluteString } == [
                Self.base + "/auth/refresh", "https://id.example/token",
            ])
        #expect(transport.received.first?.body == Data(#"{"refreshToken":"R\"1"}"#.utf8))
    }

    enum Expected: Sendable {
        case grant(refresh: String?, seconds: Double?)
        case refused
        case failure(lost: Bool)
    }

    struct Row: Sendable, CustomStringConvertible {
        let status: Int
        let body: String
        let expected: Expected
        var type = "application/json"
        var description: String { "\(status) \(body)" }
    }

    static let rows: [Row] = [
        Row(status: 200, body: #"{"access_token":"T2"}"#, expected: .grant(refresh: nil, seconds: nil)),
        // AUTH-07
        Row(
            status: 200, body: #"{"access_token":"T2","refresh_token":""}"#,
            expected: .grant(refresh: nil, seconds: nil)),
        Row(
            status: 200, body: #"{"access_token":"T2","refresh_token":null}"#,
            expected: .grant(refresh: nil, seconds: nil)),
        Row(
            status: 200, body: #"{"access_token":"T2","refresh_token":"R2","expires_in":60}"#,
            expected: .grant(refresh: "R2", seconds: 60)),
        Row(
            status: 200, body: #"{"access_token":"T2","expires_in":"3600"}"#,
            expected: .grant(refresh: nil, seconds: 3600)),
        Row(
            status: 200, body: #"{"access_token":"T2","expires_in":1.5}"#, expected: .grant(refresh: nil, seconds: 1.5)),
        Row(
            status: 200, body: #"{"access_token":"T2","expires_in":"soon"}"#,
            expected: .grant(refresh: nil, seconds: nil)),
        Row(status: 200, body: #"{"access_token":"T2","expires_in":-5}"#, expected: .grant(refresh: nil, seconds: nil)),
        Row(
            status: 200, body: #"{"access_token":"T2","expires_in":1e300}"#,
            expected: .grant(refresh: nil, seconds: 1e9)),
        Row(
            status: 200, body: #"{"access_token":"T2","expires_in":null}"#, expected: .grant(refresh: nil, seconds: nil)
        ),
        Row(status: 200, body: #"{"expires_in":60}"#, expected: .failure(lost: true)),
        Row(status: 200, body: #"{"access_token":""}"#, expected: .failure(lost: true)),
        Row(status: 200, body: #"{"access_token":"T 2"}"#, expected: .failure(lost: true)),
        Row(status: 200, body: #"{"access_token":"T2\n"}"#, expected: .failure(lost: true)),
        Row(status: 200, body: "", expected: .failure(lost: true)),
        Row(status: 200, body: "<html>Wi-Fi</html>", expected: .failure(lost: true), type: "text/html"),
        Row(status: 204, body: "", expected: .failure(lost: true)),
        Row(status: 302, body: "<html>Wi-Fi</html>", expected: .failure(lost: false), type: "text/html"),
        Row(status: 400, body: #"{"error":"invalid_grant"}"#, expected: .refused),
        Row(status: 400, body: #"{"error":"invalid_request"}"#, expected: .failure(lost: false)),
        Row(status: 400, body: "", expected: .failure(lost: false)),
        Row(status: 401, body: "", expected: .refused),
        Row(status: 401, body: #"{"error":"invalid_token"}"#, expected: .refused),
        Row(status: 401, body: #"{"error":"invalid_client"}"#, expected: .failure(lost: false)),
        Row(status: 403, body: "", expected: .failure(lost: false)),
        Row(status: 404, body: "", expected: .failure(lost: false)),
        Row(status: 429, body: "", expected: .failure(lost: false)),
        Row(status: 500, body: "", expected: .failure(lost: true)),
        Row(status: 502, body: "", expected: .failure(lost: true)),
        Row(status: 503, body: "", expected: .failure(lost: false)),
        Row(status: 504, body: "", expected: .failure(lost: true)),
    ]

    // AUTH-06
    @Test(arguments: rows)
    func `only a definite answer grants or refuses`(row: Row) async throws {
        let answer = ScriptedTransport.Answer.response(
            row.status, headers: ["Content-Type": row.type], body: Data(row.body.utf8))
        let refresher = OAuthTokenRefresher(
            try endpoint(ScriptedTransport([answer])), location: "token", client: .none)
        do {
            let grant = try await refresher.refresh(using: "R1")
            guard case .grant(let refresh, let seconds) = row.expected else {
                Issue.record("granted")
                return
            }
            #expect(grant.accessToken == "T2")
            #expect(grant.refreshToken == refresh)
            let tokens = Tokens(
                accessToken: grant.accessToken, refreshToken: nil, receivedAt: Date(), lifetime: grant.lifetime)
            #expect(tokens.lifetime == seconds.map { .seconds($0) })
        } catch is RefreshRefused {
            guard case .refused = row.expected else {
                Issue.record("refused")
                return
            }
        } catch let failure as RefreshFailure {
            guard case .failure(let lost) = row.expected else {
                Issue.record("\(failure)")
                return
            }
            #expect(failure.mayHaveLostAnswer == lost)
        }
    }

    @Test(arguments: [
        (TransportError.Kind.offline, false), (.dns, false), (.cannotConnect, false), (.timeout, true),
        (.connectionLost, true), (.truncatedBody, true),
    ])
    func `a lost connection keeps the session, and is never an unknown outcome for the waiting call`(
        kind: TransportError.Kind,
        isSent: Bool
    ) async throws {
        let transport = ScriptedTransport([.failure(TransportError(kind, mayHaveBeenSent: isSent))])
        let failure = await #expect(throws: RefreshFailure.self) {
            _ = try await JSONTokenRefresher(endpoint(transport)).refresh(using: "R1")
        }
        #expect(failure?.mayHaveLostAnswer == isSent)
        if case .outcomeUnknown? = failure?.error { Issue.record("the call was answered 401") }
    }

    struct Unusable: Sendable, CustomStringConvertible {
        let body: String
        let reason: DecodingFailure.Reason
        let words: String
        var type = "application/json"
        var status = 200
        var description: String { "\(status) \(body)" }
    }

    @Test(arguments: [
        Unusable(body: "", reason: .emptyBody, words: "without a body"),
        Unusable(body: "", reason: .emptyBody, words: "without a body", status: 204),
        Unusable(body: "<html>MARK</html>", reason: .htmlPage, words: "web page", type: "text/html"),
        Unusable(body: " <!doctype html>MARK", reason: .htmlPage, words: "web page"),
        Unusable(body: "MARK", reason: .malformed, words: "no JSON object"),
        Unusable(body: #"["MARK"]"#, reason: .malformed, words: "no JSON object"),
        Unusable(body: #""MARK""#, reason: .malformed, words: "no JSON object"),
        Unusable(
            body: #"{"refresh_token":"MARK","expires_in":60}"#, reason: .missingKey("access_token"),
            words: "no access token"),
        Unusable(body: "{}", reason: .missingKey("access_token"), words: "no access token"),
        Unusable(
            body: #"{"access_token":{"MARK":1}}"#, reason: .typeMismatch(expected: "String"), words: "no text"),
        Unusable(body: #"{"accessToken":12}"#, reason: .typeMismatch(expected: "String"), words: "no text"),
        Unusable(body: #"{"access_token":null}"#, reason: .typeMismatch(expected: "String"), words: "no text"),
        Unusable(body: #"{"access_token":""}"#, reason: .typeMismatch(expected: "String"), words: "empty"),
        Unusable(body: #"{"access_token":"MARK MARK"}"#, reason: .invalidValue, words: "characters"),
        Unusable(body: #"{"access_token":"MARK\n"}"#, reason: .invalidValue, words: "characters"),
    ])
    func `an answer without a token says what is wrong with it, and shows nothing of it`(row: Unusable) async throws {
        let answer = ScriptedTransport.Answer.response(
            row.status, headers: ["Content-Type": row.type], body: Data(row.body.utf8))
        let endpoint = try endpoint(ScriptedTransport { _ in answer })
        let refreshers: [any TokenRefresher] = [
            OAuthTokenRefresher(endpoint, location: "token", client: .none), JSONTokenRefresher(endpoint),
        ]
        for refresher in refreshers {
            let failure = await #expect(throws: RefreshFailure.self) { _ = try await refresher.refresh(using: "R1") }
            guard case .decoding(let problem)? = failure?.error else {
                Issue.record("\(String(describing: failure))")
                continue
            }
            #expect(problem.reason == row.reason)
            #expect(problem.hint?.contains(row.words) == true)
            #expect(problem.status == row.status)
            #expect(!"\(problem)".contains("MARK"))
            #expect(failure?.mayHaveLostAnswer == true)
        }
    }

    /// To refuse the answer would lose a refresh token that works, and the old one may be used up.
    @Test(
        arguments: [
            ("-1", nil), ("0", nil), ("-1e300", nil), ("\"-5\"", nil), ("[]", nil), ("true", nil), ("1e300", 1e9),
            ("99999999999999999999999", 1e9), ("\"99999999999999999999999\"", 1e9),
        ] as [(String, Double?)])
    func `a lifetime that is none costs no token`(text: String, seconds: Double?) async throws {
        let body = #"{"access_token":"T2","refresh_token":"R2","expires_in":\#(text)}"#
        let database = InMemoryTokenDatabase(
            StoredSession(
                id: SessionID(rawValue: "A"),
                tokens: Tokens(accessToken: "T1", refreshToken: "R1", receivedAt: Date(timeIntervalSince1970: 0))))
        let repository = TokenRepository(
            database: database, refresher: JSONTokenRefresher(try endpoint(ScriptedTransport { _ in .json(body) })),
            time: TestClock())
        #expect(try await repository.refresh(rejected: "T1") == "T2")
        let saved = try #require(await database.load()).tokens
        #expect(saved.refreshToken == "R2")
        #expect(saved.lifetime == seconds.map { .seconds($0) })
    }

    // LOG-03
    @Test func `no error of a refresh shows a token`() async throws {
        for body in [#"{"access_token":"TOKMARK x","expires_in":"soon"}"#, #"{"error":"TOKMARK"}"#, "TOKMARK"] {
            for status in [200, 400, 500] {
                let transport = ScriptedTransport([.json(body, status: status)])
                let failure = await #expect(throws: RefreshFailure.self) {
                    _ = try await JSONTokenRefresher(endpoint(transport)).refresh(using: "REFMARK")
                }
                let error = try #require(failure)
                var dumped = ""
                dump(error, to: &dumped)
                for text in [
                    "\(error)", String(reflecting: error), dumped, error.error.localizedDescription, "\(error.error)",
                ] {
                    #expect(!text.contains("MARK"))
                }
            }
        }
    }
}
