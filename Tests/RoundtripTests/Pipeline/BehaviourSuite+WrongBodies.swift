import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    /// Bodies that are not what the endpoint promises.
    @Suite struct WrongBodies {
        private func failure(
            _ road: Road,
            _ body: String,
            status: Int = 200,
            type: String?
        ) async throws -> NetworkError? {
            let stage = try await Stage.on(road) { _ in
                .response(status, headers: type.map { ["Content-Type": $0] } ?? [:], body: Data(body.utf8))
            }
            return await #expect(throws: NetworkError.self) {
                _ = try await stage.client.send(Request<Person>.get("people/1"))
            }
        }

        static let pages: [(type: String?, body: String)] = [
            ("text/html", "<html><body>Sign in"), ("text/html; charset=utf-8", "Sign in"),
            ("application/xhtml+xml", "<?xml?>"), (nil, "<!DOCTYPE html>"), ("application/json", "\n  <html>"),
            ("text/plain", "<h1>Sign in</h1>"),
        ]

        @Test(arguments: Road.allCases, pages)
        func `a web page with 200 is told apart from broken data`(
            road: Road,
            page: (type: String?, body: String)
        ) async throws {
            let failure = try #require(try await failure(road, page.body, type: page.type)?.decoding)
            #expect(failure.reason == .htmlPage)
            #expect(failure.status == 200)
            #expect(failure.byteCount == page.body.utf8.count)
        }

        @Test(arguments: Road.allCases, pages)
        func `a web page with 502 is the server's error`(
            road: Road,
            page: (type: String?, body: String)
        ) async throws {
            let error = try #require(try await failure(road, page.body, status: 502, type: page.type)?.server)
            #expect(error.status == 502)
            #expect(error.code == nil)
            #expect(error.message == nil)
            #expect(error.body == Data(page.body.utf8))
            #expect(throws: DecodingFailure.self) { try error.decode(as: Person.self) }
        }

        @Test(arguments: Road.allCases)
        func `a web page is no empty response, because nothing was done`(road: Road) async throws {
            let stage = try await Stage.on(road) { _ in .text("<html>", headers: ["Content-Type": "text/html"]) }
            let error = await #expect(throws: NetworkError.self) {
                _ = try await stage.client.send(Request<EmptyResponse>.get("x"))
            }
            #expect(error?.decoding?.reason == .htmlPage)
            #expect(try await stage.client.send(Request<String>.get("x")) == "<html>")
        }

        /// A body that is JSON, why it is no `Person`, and where.
        static let misfits: [(body: String, reason: DecodingFailure.Reason, path: String)] = [
            ("{}", .missingKey("id"), ""), ("{\"id\":null}", .missingValue, "id"),
            ("{\"id\":\"ROLEMARK\"}", .typeMismatch(expected: "Int"), "id"),
            ("{\"id\":[1]}", .typeMismatch(expected: "Int"), "id"),
        ]

        @Test(arguments: Road.allCases, misfits)
        func `data of another form says what is wrong and where, and shows no value`(
            road: Road,
            given: (body: String, reason: DecodingFailure.Reason, path: String)
        ) async throws {
            let error = try #require(try await failure(road, given.body, type: "application/json"))
            let failure = try #require(error.decoding)
            #expect(failure.reason == given.reason)
            #expect(failure.codingPath == given.path)
            #expect(failure.status == 200)
            for text in ["\(error)", String(reflecting: error), error.localizedDescription] {
                #expect(!text.contains("ROLEMARK"))
            }
        }

        @Test(arguments: Road.allCases, ["{", "[1,", "nul", "{\"id\":1}}", "ROLEMARK", "{\"id\":ROLEMARK}", "\u{0}"])
        func `broken data is neither empty nor a web page`(road: Road, body: String) async throws {
            let error = try #require(try await failure(road, body, type: "application/json"))
            let failure = try #require(error.decoding)
            #expect(failure.reason == .malformed || failure.reason == .invalidValue)
            #expect(failure.byteCount == body.utf8.count)
            #expect(!String(reflecting: error).contains("ROLEMARK"))
        }

        /// Every form that an error body can take. The status stays, whatever the form.
        static let errorBodies: [(type: String, body: String, code: String?, message: String?)] = [
            ("application/json", #"{"code":"course_full","message":"No place left"}"#, "course_full", "No place left"),
            ("application/json", #"{"error":{"code":"c","message":"m"}}"#, "c", "m"),
            ("application/json", #"{"error":"invalid_grant","error_description":"d"}"#, "invalid_grant", "d"),
            ("application/problem+json", #"{"type":"https://h/e","title":"t","detail":"d"}"#, "https://h/e", "d"),
            ("application/problem+json", #"{"type":"about:blank","title":"t"}"#, nil, "t"),
            ("application/problem+json", #"{"code":"c","title":"t"}"#, "c", "t"),
            ("application/json", #"{"code":17}"#, "17", nil), ("application/json", #"{"message":"m"}"#, nil, "m"),
            ("application/json", #"{"code":"","message":""}"#, nil, nil), ("application/json", "{}", nil, nil),
            ("application/json", #"{"code":[1],"message":{"a":1}}"#, nil, nil), ("application/json", "null", nil, nil),
            ("application/json", #"["code"]"#, nil, nil), ("application/json", #""code""#, nil, nil),
            ("application/json", #"{"code":"#, nil, nil), ("application/json", "", nil, nil),
            ("text/plain", "course_full", nil, nil), ("text/plain", #"{"code":"c"}"#, "c", nil),
            ("image/png", "\u{0}\u{1}", nil, nil),
        ]

        @Test(arguments: Road.allCases, errorBodies)
        func `an error's status stays whatever its body is`(
            road: Road,
            given: (type: String, body: String, code: String?, message: String?)
        ) async throws {
            for status in [400, 500] {
                let error = try await failure(road, given.body, status: status, type: given.type)
                let server = try #require(error?.server)
                #expect(server.status == status)
                #expect(server.code == given.code)
                #expect(server.message == given.message)
                #expect(server.body == Data(given.body.utf8))
            }
        }

        struct Refusal: Decodable {
            let fields: [String]
        }

        @Test(arguments: Road.allCases)
        func `an endpoint's own error body is read from the error, and a wrong one keeps the status`(
            road: Road
        ) async throws {
            let stage = try await Stage.on(road) { request in
                .json(request.path == "/good" ? #"{"fields":["name"]}"# : #"{"fields":"name"}"#, status: 422)
            }
            for path in ["good", "bad"] {
                let error = await #expect(throws: NetworkError.self) {
                    try await stage.client.send(Request<Void>(.post, path == "good" ? "good" : "bad"))
                }
                let server = try #require(error?.server)
                #expect(server.status == 422)
                if path == "good" {
                    #expect(try server.decode(as: Refusal.self).fields == ["name"])
                } else {
                    let failure = #expect(throws: DecodingFailure.self) { try server.decode(as: Refusal.self) }
                    #expect(failure?.status == 422)
                    #expect(failure?.codingPath == "fields")
                }
            }
        }

        // DEC-01
        @Test(arguments: Road.allCases)
        func `what a lossy list left out stands in the reply`(road: Road) async throws {
            let list = #"[{"id":1},{"x":2},null,"s",[9],{"id":3}]"#
            struct Group: Decodable, Sendable { let items: LossyArray<Person> }
            struct Page: Decodable, Sendable { let groups: LossyArray<Group> }
            let stage = try await Stage.on(road) { request in
                .json(request.path == "/flat" ? list : #"{"groups":[{"items":\#(list)},7]}"#)
            }
            let flat = try await stage.client.reply(for: Request<LossyArray<Person>>.get("flat"))
            #expect(flat.value.map(\.id) == [1, 3])
            #expect(flat.drops.map(\.path) == ["[1]", "[2]", "[3]", "[4]"])
            #expect(flat.drops.first?.reason == .missingKey("id"))
            let nested = try await stage.client.reply(for: Request<Page>.get("nested"))
            #expect(nested.value.groups.map { $0.items.map(\.id) } == [[1, 3]])
            #expect(nested.drops.count == 5)
            #expect(nested.drops.map(\.path).contains("groups[0].items[1]"))
            #expect(try await stage.client.reply(for: Request<Data>.get("flat")).drops.isEmpty)
        }
    }
}
