import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    /// URL-01 to URL-03, as a server reads them.
    @Suite struct URLs {
        static let texts = [
            "a+b&c=d e/?é😀#%", "", " ", "+", "%2B", "&=;,:@!$'()*[]", "~-._", "日本", "\u{0}\n\r\t\u{7F}", "\"<>\\^`{|}",
            "e\u{301}", "\u{e9}", "a=b=c", "?", "#", "..",
        ]

        // URL-01
        @Test(arguments: Road.allCases, texts)
        func `a query reaches the server exactly as it was given`(road: Road, text: String) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            try await stage.client.send(Request<Void>.get("search", query: ["q": text, "page": 2, text: "v"]))
            let received = stage.received[0]
            #expect(received.path == "/search")
            #expect(received.queryValues(for: "q").map { Array($0.utf8) } == [Array(text.utf8)])
            #expect(received.queryValues(for: "page") == ["2"])
            if !text.isEmpty { #expect(received.queryValues(for: text).last == "v") }
            let query = try #require(received.query)
            #expect(query.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(!query.contains("+") && !query.contains("#"))
        }

        // URL-01
        @Test(arguments: Road.allCases)
        func `the query of the field case stands on the wire as it must`(road: Road) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            try await stage.client.send(Request<Void>.get("s", query: ["q": "a+b&c=d e/?é😀#%", "n": nil, "e": ""]))
            #expect(
                stage.received[0].target
                    == "/s?q=a%2Bb%26c%3Dd%20e%2F%3F%C3%A9%F0%9F%98%80%23%25&e=")
            try await stage.client.send(Request<Void>.get("s", query: ["n": nil as String?]))
            #expect(stage.received[1].target == "/s")
        }

        /// Path prefix of the base, path of the endpoint, and what the server gets.
        static let joins: [(base: String, path: EndpointPath, target: String)] = [
            ("/api/v4", "users", "/api/v4/users"), ("/api/v4/", "users", "/api/v4/users"),
            ("/api/v4", "/users", "/api/v4/users"), ("/api/v4/", "/users", "/api/v4/users"),
            ("/api/v4", "users/", "/api/v4/users/"), ("/api/v4/", "users/", "/api/v4/users/"),
            ("/api/v4", "", "/api/v4"), ("/api/v4/", "", "/api/v4/"), ("", "", "/"), ("/", "", "/"),
            ("", "users", "/users"), ("/", "/users", "/users"), ("/a%2Fb", "c", "/a%2Fb/c"),
            ("/api/v4", "a:b/c", "/api/v4/a:b/c"),
        ]

        // URL-02
        @Test(arguments: Road.allCases, 0..<joins.count)
        func `the base's path stays, and slashes neither double nor vanish`(road: Road, index: Int) async throws {
            let given = Self.joins[index]
            let stage = try await Stage.on(road, path: given.base) { _ in .response() }
            try await stage.client.send(Request<Void>(.get, given.path))
            #expect(stage.received.map(\.target) == [given.target])
        }

        // URL-02
        @Test(arguments: Road.allCases, ["/api", "/api/"])
        func `a version stands between base and path`(road: Road, base: String) async throws {
            let stage = try await Stage.on(road, path: base) {
                $0.environment.version = "v4"
            } handler: { _ in
                .response()
            }
            let endpoints: [EndpointPath] = ["users", "/users", "users/", ""]
            for path in endpoints { try await stage.client.send(Request<Void>(.get, path)) }
            #expect(stage.received.map(\.target) == ["/api/v4/users", "/api/v4/users", "/api/v4/users/", "/api/v4"])
        }

        static let ids: [(id: String, segment: String)] = [
            ("a/b", "a%2Fb"), ("a%2Fb", "a%252Fb"), ("a?x=1#f", "a%3Fx%3D1%23f"),
            ("日本/😀", "%E6%97%A5%E6%9C%AC%2F%F0%9F%98%80"), ("%2e%2e", "%252e%252e"), ("...", "..."), (";x", "%3Bx"),
            ("a b", "a%20b"), ("\\..\\", "%5C..%5C"), ("\u{0}", "%00"), ("../admin", "..%2Fadmin"),
        ]

        // URL-03
        @Test(arguments: Road.allCases, ids)
        func `an id is one segment, whatever it holds`(road: Road, given: (id: String, segment: String)) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            try await stage.client.send(Request<Void>.get("items/\(given.id)"))
            try await stage.client.send(Request<Void>.get("items/\(given.id)/tags/\(given.id)"))
            #expect(
                stage.received.map { $0.target.lowercased() }
                    == [
                        "/items/\(given.segment)", "/items/\(given.segment)/tags/\(given.segment)",
                    ].map { $0.lowercased() })
        }

        // URL-03
        @Test(arguments: Road.allCases, ["..", ".", ""])
        func `an id that would change the route is refused, and nothing arrives`(road: Road, id: String) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            for request in [Request<Void>.get("items/\(id)"), .delete("items/\(id)/tags")] {
                let error = await #expect(throws: NetworkError.self) { try await stage.client.send(request) }
                #expect(error?.sentence != nil)
            }
            #expect(stage.received.isEmpty)
        }

        @Test(arguments: Road.allCases)
        func `a whole URL is called as it is, without base, version and headers`(road: Road) async throws {
            let stage = try await Stage.on(road, path: "/api") {
                $0.environment.version = "v4"
                $0.environment.headers = ["X-Environment": "1"]
            } handler: { _ in
                .response()
            }
            let link = try #require(URL(string: "/next/a%2Fb?cursor=a%2Bb&page=2#frag", relativeTo: stage.baseURL))
            try await stage.client.send(Request<Void>(.get, .absolute(link, name: "next"), query: ["x": "1"]))
            #expect(stage.received[0].target == "/next/a%2Fb?cursor=a%2Bb&page=2&x=1")
            #expect(stage.received[0].headers["X-Environment"] == nil)
        }
    }
}
