import CatalogueAPI
import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

@testable import CatalogueServer

@Suite(.timeLimit(.minutes(5))) struct CatalogueServerTests {
    private func answer(
        _ method: HTTPMethod,
        _ path: String,
        headers: HTTPHeaders = [:],
        body: HTTPBody = .none,
        of server: CatalogueServer
    ) async throws -> HTTPResponse {
        let url = try #require(URL(string: path, relativeTo: await server.baseURL)?.absoluteURL)
        let request = HTTPRequest(method: method, url: url, headers: headers, body: body)
        return try await URLSessionTransport().send(request, delivery: .buffered(limit: 1 << 20))
    }

    private func signedIn(to server: CatalogueServer) async throws -> HTTPHeaders {
        let client = APIClient.live(environment: .development(try #require(await server.baseURL)))
        let tokens = try await client.send(SignIn(name: "ada", password: "difference-engine"))
        return ["Authorization": "Bearer \(tokens.accessToken)"]
    }

    @Test func `no search hangs unless the tour has asked for it, and then one alone`() async throws {
        let server = try await CatalogueServer.start()
        #expect(try await answer(.get, "/courses?q=slow", of: server).status == 200)
        await server.holdNextSearch()
        let held = Task { try await answer(.get, "/courses?q=birds", of: server) }
        await server.heldSearchWaits()
        #expect(try await answer(.get, "/courses?q=slow", of: server).status == 200)
        held.cancel()
        await #expect(throws: CancellationError.self) { try await held.value }
        await server.stop()
    }

    @Test(arguments: ["c++", "a+b", "a b", "a&b=c", "100%", "é", "日本 😀", "?#;/:@", "\"'"])
    func `the link to the next page asks for the very same words`(term: String) async throws {
        let base = try #require(URL(string: "http://127.0.0.1:8080"))
        let link = try #require(CatalogueServer.link(to: 2, of: term, from: base).flatMap(URL.init))
        // What a form decoder makes of it, on a server of its own.
        let server = try await LoopbackServer.start { request in
            .text((request.queryValues(for: "q") + request.queryValues(for: "page")).joined(separator: "|"))
        }
        let query = try #require(link.query(percentEncoded: true))
        let url = try #require(URL(string: "\(server.baseURL.absoluteString)?\(query)"))
        let response = try await URLSessionTransport().send(
            HTTPRequest(url: url), delivery: .buffered(limit: 1000))
        #expect(String(decoding: response.data, as: UTF8.self) == "\(term)|2")
        #expect(!query.contains("+"))
    }

    static let protected: [(HTTPMethod, String)] = [
        (.post, "/courses/bio-101/enrolments"), (.get, "/me/bookmarks"), (.put, "/me/bookmarks/bio-101"),
        (.delete, "/me/bookmarks/bio-101"),
    ]

    // RFC 9110, section 15.5.2
    @Test(arguments: protected)
    func `a 401 says how to prove who one is`(method: HTTPMethod, path: String) async throws {
        let server = try await CatalogueServer.start()
        _ = try await signedIn(to: server)
        await server.expireAccessTokens()
        for headers in [[:], ["Authorization": "Bearer"], ["Authorization": "Bearer no"]] as [HTTPHeaders] {
            let answer = try await answer(method, path, headers: headers, of: server)
            #expect(answer.status == 401)
            #expect(answer.headers["WWW-Authenticate"] == "Bearer")
        }
        let refresh = try await answer(
            .post, "/auth/refresh", body: .data(Data(#"{"refreshToken":"no"}"#.utf8)), of: server)
        #expect(refresh.status == 401)
        #expect(refresh.headers["WWW-Authenticate"] == "Bearer")
        await server.stop()
    }

    @Test func `an expired access token leaves nothing that an empty one could match`() throws {
        var accounts = Accounts()
        _ = accounts.signIn(name: "ada", password: "difference-engine")
        accounts.expireAccessTokens()
        #expect(accounts.user(authorization: "Bearer ") == nil)
        #expect(accounts.user(authorization: "Bearer") == nil)
        #expect(accounts.refresh("") == nil)
    }

    @Test(arguments: ["no-such-course", "bio-101%20", "BIO-101", "..%2Fbio-101", "%F0%9F%98%80"])
    func `a course that is not there is a 404 on every route`(id: String) async throws {
        let server = try await CatalogueServer.start()
        var headers = try await signedIn(to: server)
        headers["Idempotency-Key"] = "k"
        let routes: [(HTTPMethod, String)] = [
            (.get, "/courses/\(id)"), (.post, "/courses/\(id)/enrolments"), (.put, "/me/bookmarks/\(id)"),
            (.delete, "/me/bookmarks/\(id)"),
        ]
        for (method, path) in routes {
            let answer = try await answer(method, path, headers: headers, of: server)
            #expect(answer.status == 404, "\(method) \(path)")
            #expect(String(decoding: answer.data, as: UTF8.self).contains("course_not_found"))
        }
        #expect(await server.enrolmentCount == 0)
        #expect(try await answer(.get, "/me/bookmarks", headers: headers, of: server).data == Data("[]".utf8))
        await server.stop()
    }

    @Test(arguments: [
        #"{"accessToken":"","refreshToken":"R","expiresIn":300}"#,
        #"{"accessToken":"T","refreshToken":"","expiresIn":300}"#,
    ])
    func `a sign-in that brings an empty token is an error, and no session`(body: String) async throws {
        let server = try await LoopbackServer.start { _ in .json(body) }
        let client = APIClient.live(environment: .development(server.baseURL))
        let error = await #expect(throws: NetworkError.self) {
            _ = try await client.send(SignIn(name: "ada", password: "difference-engine"))
        }
        guard case .decoding(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.reason == .invalidValue)
        #expect(failure.codingPath.hasSuffix("Token"))
    }
}
