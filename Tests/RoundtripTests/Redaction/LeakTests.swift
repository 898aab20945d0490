import BothRoads
import Foundation
import RoundtripDiagnostics
import RoundtripTesting
import Testing

@testable import Roundtrip

/// Runs calls that carry a marker in every place where a secret can stand, and searches everything that comes out.
@Suite struct `Nothing leaks` {
    /// A request, and the names of the markers in it.
    private struct Sent: Sendable {
        let name: String
        let send: @Sendable (APIClient) async throws -> Void
    }

    private enum Role: String, Codable { case admin }
    private struct Account: Decodable { let role: Role }
    private struct Accounts: Decodable { let list: LossyArray<Account> }
    private struct Sheet: Encodable, Sendable {
        let password = "BODYPASSMARK"
        let user = ["newPassword": "BODYDEEPMARK", "name": "ok"]
        let list = [["clientSecret": "BODYLISTMARK"]]
    }

    private static let query: RequestQuery = ["password": "QUERYPASSMARK", "api_key": "QUERYKEYMARK", "q": "ok"]
    private static let headers: HTTPHeaders = [
        "Cookie": "c=COOKIEMARK", "X-Api-Key": "KEYMARK", "X-Amz-Security-Token": "AMZMARK", "X-Loyalty": "OWNMARK",
        "Proxy-Authorization": "PROXYMARK", "Referer": "https://h.example/REFMARK?token=REFMARK",
    ]
    private static let form = Data("grant=x&client_secret=FORMMARK&user=ok".utf8)
    private static let multipart = Data("--b\r\nContent-Disposition: form-data\r\n\r\nPARTMARK\r\n--b--\r\n".utf8)

    private static let requests: [Sent] = [
        Sent(name: "GET") {
            _ = try await $0.send(
                Request<Account>(.get, "reset/\("PATHMARK")", query: query, headers: headers))
        },
        Sent(name: "a list") { _ = try await $0.send(Request<Accounts>(.get, "lists/\("PATHMARK")", query: query)) },
        Sent(name: "POST of JSON") {
            _ = try await $0.send(Request<Account>.post("users/\("PATHMARK")", body: Sheet()))
        },
        Sent(name: "POST of a form") {
            let body = RequestBody.body(.data(form), contentType: "application/x-www-form-urlencoded")
            _ = try await $0.send(Request<Account>(.post, "login", body: body))
        },
        Sent(name: "POST of parts") {
            let body = RequestBody.body(.data(multipart), contentType: "multipart/form-data; boundary=b")
            _ = try await $0.send(Request<Account>(.post, "photos", body: body))
        },
        Sent(name: "headers in other cases") {
            let headers: HTTPHeaders = [
                "authorization": "Bearer AUTHMARK", "COOKIE": "c=COOKIEMARK", "x-api-key": "KEYMARK",
                "PROXY-AUTHORIZATION": "PROXYMARK", "x-LOYALTY": "OWNMARK",
            ]
            _ = try await $0.send(Request<Account>(.delete, "sessions/\("PATHMARK")", headers: headers))
        },
        Sent(name: "a link") {
            guard let url = URL(string: "https://api.example/LINKMARK/x?sig=LINKMARK&page=2#LINKMARK") else { return }
            _ = try await $0.send(Request<Account>.get(url: url, name: "next page"))
        },
        Sent(name: "a link with a password") {
            guard let url = URL(string: "https://u:PASSMARK@api.example/x") else { return }
            _ = try await $0.send(Request<Account>.get(url: url, name: "next page"))
        },
        Sent(name: "a stream") {
            let response = try await $0.open(
                Request<Account>(.get, "events/\("PATHMARK")", query: query), delivery: .streamed)
            if case .stream(let stream) = response.body { for try await _ in stream {} }
        },
    ]

    private typealias Answer = ScriptedTransport.Answer
    private static let marked: HTTPHeaders = [
        "Set-Cookie": "s=SETMARK", "X-Auth-Token": "ANSWERMARK", "Location": "/next/LOCMARK?code=LOCMARK",
        "Link": "<https://h.example/LINKMARK>; rel=next",
    ]
    private static let answers: [[Answer]] = [
        [.json(#"{"role":"PLAINVALUE"}"#, headers: marked)],
        [.json(#"{"role":"admin","list":[{"role":"PLAINVALUE"}],"access_token":"JSONMARK"}"#, headers: marked)],
        [.json(#"{"role":"admin","#, headers: marked)],
        [.text("<html>PAGEMARK</html>", headers: marked)],
        [.json(#"{"code":"CODEMARK","message":"PLAINVALUE","token":"JSONMARK"}"#, status: 500, headers: marked)],
        [.json(#"{"error":{"message":"PLAINVALUE"}}"#, status: 404, headers: marked)],
        [.response(503, headers: marked, body: Data("BUSYMARK".utf8)), .json(#"{"role":"PLAINVALUE"}"#)],
        [.response(401, headers: marked), .json(#"{"role":"PLAINVALUE"}"#)],
        [.response(401, headers: marked), .response(401, headers: marked)],
        [.response(302, headers: marked), .json(#"{"role":"PLAINVALUE"}"#)],
        Array(repeating: .response(307, headers: marked), count: 12),
        [.response(302, headers: ["Location": "https://u:PASSMARK@h.example/LOCMARK"])],
        [.response(303, headers: ["Location": "https://other.example/LOCMARK?token=LOCMARK"]), .response(500)],
        Array(repeating: .failure(TransportError(.connectionLost, mayHaveBeenSent: true)), count: 4),
        [.failure(TransportError(.cannotConnect, mayHaveBeenSent: false)), .response(426, headers: marked)],
        [.failure(TransportError(.certificate, mayHaveBeenSent: false))],
    ]

    @Test(arguments: [true, false])
    func `no marker is in any log line, record, event, metric, HAR, report or error`(recordsBodies: Bool) async throws {
        var searched = 0
        // What an endpoint opts in to is its bodies without their secrets: a value of another name may show.
        let markers = recordsBodies ? ["MARK"] : ["MARK", "PLAINVALUE"]
        func search(_ texts: [String], _ origin: String) {
            searched += texts.count
            for text in texts where markers.contains(where: text.contains) { Issue.record("\(origin): \(text)") }
        }
        for request in Self.requests {
            for answers in Self.answers {
                let (log, lines, metrics) = (EventLog(wantsDetails: true), Notes<String>(), MetricsObserver())
                let recorder = HARObserver()
                let bench = try bench(answers, recordsBodies) {
                    let logger = LogObserver(level: .debug, showsCurl: true) { lines.add($1) }
                    $0.observers = [log, logger, metrics, recorder]
                }
                let (result, _) = await bench.run(request.send)
                await bench.observers?.drain()
                if case .failure(let error) = result { search(printings(of: error), request.name) }
                search(lines.all, "log of \(request.name)")
                for event in log.events { search(printings(ofValue: event), "event of \(request.name)") }
                for attempt in log.attempts {
                    let record = try #require(attempt.record)
                    search(Self.texts(record), "record of \(request.name)")
                    #expect((record.requestBody != nil) == recordsBodies)
                }
                let snapshot = metrics.snapshot()
                let json = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
                search(printings(ofValue: snapshot) + [json, snapshot.prometheusText], "metrics of \(request.name)")
                let har = recorder.har()
                search(
                    [String(decoding: try har.json(), as: UTF8.self), Report(har).html] + printings(ofValue: har),
                    "HAR and report of \(request.name)")
            }
        }
        print("Searched \(searched) strings for markers\(recordsBodies ? ", bodies included" : "").")
        #expect(searched > 10_000)
    }

    @Test func `the markers are in what is sent, so the search would find them`() async throws {
        for request in Self.requests where request.name != "a link with a password" {
            let bench = try bench([.response(204)], true) { _ in }
            _ = await bench.run(request.send)
            let sent = try #require(bench.transport.received.first)
            let wire =
                sent.url.absoluteString + sent.headers.map(\.value).joined()
                + String(decoding: sent.body, as: UTF8.self)
            #expect(wire.contains("MARK"), "\(request.name)")
            #expect(sent.headers["Authorization"]?.contains("MARK") == true)
        }
    }

    @Test func `the watch over the behaviour suite finds what comes out, and its clients send what it looks for`()
        async throws
    {
        let sent = Notes<HTTPHeaders>()
        let leaks = try await LeakWatch.leaks {
            let stage = try await Stage.on(.scripted) { request in
                sent.add(request.headers)
                return .response(204)
            }
            // The words of a path that are no values are its name, and show.
            try await stage.client.send(Request<Void>.get("WATCHMARK"))
        }
        #expect(leaks.count > 10)
        let values = sent.all.flatMap { $0.map(\.value) }
        #expect(values.filter { $0.contains("WATCHMARK") }.count == 5)
    }

    // LOG-03
    @Test(arguments: [
        (200, #"{"access_token":"TOKMARK","expires_in":{"a":"TOKMARK"}}"#), (200, #"{"access_token":{"x":"TOKMARK"}}"#),
        (400, #"{"error":"invalid_grant","hint":"TOKMARK"}"#), (500, "TOKMARK"), (200, "<html>TOKMARK</html>"),
    ])
    func `a token endpoint's answer leaks into nothing`(status: Int, body: String) async throws {
        let (log, lines) = (EventLog(wantsDetails: true), Notes<String>())
        let base = try #require(URL(string: "https://api.example"))
        var configuration = ClientConfiguration(
            environment: .production(base), transport: ScriptedTransport([.json(body, status: status)]))
        configuration.observers = [log, LogObserver(level: .debug, showsCurl: true) { lines.add($1) }]
        let refresher = OAuthTokenRefresher(
            configuration.tokenEndpoint, location: "token", client: .basic(id: "app", secret: "SECRETMARK"))
        var texts: [String] = []
        do {
            texts += printings(ofValue: try await refresher.refresh(using: "REFRESHMARK"))
        } catch {
            texts += printings(of: error)
        }
        await configuration.observerQueues?.drain()
        texts += lines.all + log.events.flatMap { printings(ofValue: $0) }
        texts += log.attempts.compactMap(\.record).flatMap(Self.texts)
        #expect(texts.count > 50)
        for text in texts where text.contains("MARK") { Issue.record("\(text)") }
    }

    private func bench(
        _ answers: [Answer],
        _ recordsBodies: Bool,
        configure: (inout ClientConfiguration) -> Void
    ) throws -> TrafficBench {
        try TrafficBench(ScriptedTransport(answers)) {
            let session = StoredSession(
                id: SessionID(rawValue: "A"),
                tokens: Tokens(accessToken: "TOKENMARK", refreshToken: "REFRESHMARK", receivedAt: $0.time.date))
            let tokens = FakeTokenServer(valid: ["REFRESHMARK"])
            $0.credential = TokenRepository(database: FakeTokenDatabase(session), refresher: tokens, time: $0.time)
            $0.credentialHeaders = ["X-Loyalty"]
            $0.options.recordsBodies = recordsBodies
            configure(&$0)
        }
    }

    private static func texts(_ record: AttemptRecord) -> [String] {
        let fields =
            record.requestHeaders.map { "\($0.name): \($0.value)" }
            + record.responseHeaders.map { "\($0.name): \($0.value)" }
        return fields + [
            record.url, record.requestBody ?? "", record.responseBody ?? "", CurlLine.command(for: record),
        ]
    }
}
