import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Decoding failures` {
    enum Role: String, Decodable, Sendable { case reader }
    struct Author: Decodable, Sendable { let name: String }
    struct Item: Decodable, Sendable { let author: Author }
    struct Token: Decodable, Sendable {
        let accessToken: String
        let expiresIn: Int
    }

    /// A body that does not decode, and what is to be told about it.
    struct Row: Sendable, CustomTestStringConvertible {
        let body: String
        let reason: DecodingFailure.Reason
        let path: String
        let failure: @Sendable (HTTPResponse) async -> DecodingFailure?

        init<T: Decodable & Sendable>(
            _ type: T.Type,
            _ body: String,
            _ reason: DecodingFailure.Reason,
            at path: String
        ) {
            self.body = body
            self.reason = reason
            self.path = path
            failure = { response in
                do {
                    _ = try await response.decoded(as: type, with: JSONResponseDecoder())
                    return nil
                } catch {
                    return error as? DecodingFailure
                }
            }
        }

        var testDescription: String { body }
    }

    private static func response(_ body: String) throws -> HTTPResponse {
        let url = try #require(URL(string: "https://h.example/PATHMARK?q=QUERYMARK"))
        return HTTPResponse(
            status: 203,
            headers: ["X-Request-ID": "r-1", "Set-Cookie": "c=COOKIEMARK"],
            body: .data(Data(body.utf8)),
            request: HTTPRequest(url: url, headers: ["Authorization": "Bearer AUTHMARK"])
        )
    }

    private static let token = #"{"access_token":"TOKMARK","expires_in":"soonMARK"}"#
    private static let noName = #"{"MARK":[{"author":{"name":"MARK"}},{"author":{}}]}"#
    private static let object = "Dictionary<String, Any>"

    private static let rows = [
        Row(Token.self, token, .typeMismatch(expected: "Int"), at: "expiresIn"),
        Row([String: Role].self, #"{"roleMARK":"ROLEMARK"}"#, .invalidValue, at: "*"),
        Row(Role.self, #""ROLEMARK""#, .invalidValue, at: ""),
        Row([String: [String: Int]].self, #"{"aMARK":{"bMARK":"MARK"}}"#, .typeMismatch(expected: "Int"), at: "*.*"),
        Row([Int: Int].self, #"{"4711":"MARK"}"#, .typeMismatch(expected: "Int"), at: "*"),
        Row([String: [Item]].self, noName, .missingKey("name"), at: "*[1].author"),
        Row([Item].self, #"[{"author":{"name":5}}]"#, .typeMismatch(expected: "String"), at: "[0].author.name"),
        Row([Item].self, #"[{"author":null,"MARK":1}]"#, .missingValue, at: "[0].author"),
        Row([Item].self, #"[{"author":["MARK"]}]"#, .typeMismatch(expected: object), at: "[0].author"),
        Row([URL].self, #"["https://u:PASSMARK@h.example/", ""]"#, .invalidValue, at: "[1]"),
        Row([UUID].self, #"["UUIDMARK"]"#, .invalidValue, at: "[0]"),
        Row([Date].self, #"["2031-02-30T10:00:00Z MARK"]"#, .invalidValue, at: "[0]"),
        Row([Data].self, #"["§MARK"]"#, .invalidValue, at: "[0]"),
        Row([Bool].self, #"["MARK"]"#, .typeMismatch(expected: "Bool"), at: "[0]"),
        Row([Decimal].self, #"["MARK"]"#, .typeMismatch(expected: "Decimal"), at: "[0]"),
        Row([Item].self, #"[{"author":{"name":"MARK"}"#, .malformed, at: ""),
        Row(Item.self, "<html>MARK", .htmlPage, at: ""),
        Row(Item.self, " \n", .emptyBody, at: ""),
    ]

    // LOG-03
    @Test(arguments: rows)
    func `a failure tells kind, place, type, status and size`(row: Row) async throws {
        let failure = try #require(await row.failure(Self.response(row.body)))
        #expect(failure.reason == row.reason)
        #expect(failure.codingPath == row.path)
        #expect(failure.status == 203)
        #expect(failure.byteCount == row.body.utf8.count)
        #expect(failure.requestID == "r-1")
        #expect(failure.description.contains("203"))
        #expect(failure.description.contains(failure.type))
        #expect(failure.description.contains(row.path.isEmpty ? ":" : " at \(row.path):"))
    }

    // LOG-03
    @Test(arguments: rows)
    func `a failure shows nothing of the body, however it is printed`(row: Row) async throws {
        let failure = try #require(await row.failure(Self.response(row.body)))
        for text in printings(of: failure) + printings(of: NetworkError.decoding(failure)) {
            #expect(!text.contains("MARK"), "\(text)")
            #expect(!text.contains("4711"), "\(text)")
        }
    }

    @Test func `the keys of a dictionary are hidden, also where they look like a place`() async throws {
        enum Colour: String, Decodable, CodingKeyRepresentable { case redMARK }
        struct Palette: Decodable, Sendable { let shades: [Colour: Int] }
        let palette = Row(Palette.self, #"{"shades":{"redMARK":"x"}}"#, .typeMismatch(expected: "Int"), at: "shades.*")
        let indexed = Row([String: Int].self, #"{"Index 3":"x"}"#, .typeMismatch(expected: "Int"), at: "*")
        for row in [palette, indexed] {
            let failure = try #require(await row.failure(Self.response(row.body)))
            #expect(failure.reason == row.reason)
            #expect(failure.codingPath == row.path)
            for text in printings(of: failure) { #expect(!text.contains("MARK")) }
        }
    }

    // LOG-03
    @Test func `a number that does not fit is not shown and not called malformed`() async throws {
        let small = Row([Int8].self, "[1,4711]", .invalidValue, at: "[1]")
        let unsigned = Row(UInt.self, "-4711", .invalidValue, at: "")
        for row in [small, unsigned] {
            let failure = try #require(await row.failure(Self.response(row.body)))
            #expect(failure.reason == row.reason)  // Foundation does not tell the place on every system.
            for text in printings(of: failure) { #expect(!text.contains("4711")) }
        }
    }

    // LOG-03
    @Test func `an error of the reader's own is named by its type and never printed`() async throws {
        struct Strict: Decodable, Sendable {
            struct Refusal: Error { let text: String }
            init(from decoder: any Decoder) throws {
                throw Refusal(text: try decoder.singleValueContainer().decode(String.self))
            }
        }
        let row = Row(Strict.self, #""MARK""#, .custom(errorType: "Refusal"), at: "")
        let failure = try #require(await row.failure(Self.response(row.body)))
        #expect(failure.reason == row.reason)
        for text in printings(of: failure) { #expect(!text.contains("MARK")) }
    }

    @Test func `a failure that a decoder throws is handed on as it is`() throws {
        let failure = DecodingFailure(.malformed, type: "T", codingPath: "a.b", status: 7, byteCount: 8, hint: "h.")
        #expect(DecodingFailure(failure, type: Int.self, response: try Self.response("")) == failure)
    }

    @Test func `the server's own request id is shown before the one that was sent`() throws {
        var response = try Self.response("")
        response.request.headers["X-Request-ID"] = "sent"
        #expect(DecodingFailure(CocoaError(.coderInvalidValue), type: Int.self, response: response).requestID == "r-1")
        response.headers = [:]
        #expect(DecodingFailure(CocoaError(.coderInvalidValue), type: Int.self, response: response).requestID == "sent")
    }
}
