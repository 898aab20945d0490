import Foundation
import Roundtrip
import Testing

@Suite struct `The reply table` {
    struct User: Decodable, Equatable, Sendable { let id: Int }

    /// An answer without a value.
    struct Nothing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: HTTPResponse
    }

    private static let url = URL(string: "https://h.example/users/1") ?? URL(filePath: "/")

    private static func response(
        _ status: Int = 200,
        _ body: String = "",
        method: HTTPMethod = .get,
        headers: HTTPHeaders = ["Content-Type": "application/json"]
    ) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: headers,
            body: .data(Data(body.utf8)),
            request: HTTPRequest(method: method, url: url)
        )
    }

    private static let nothings: [Nothing] = [
        Nothing(testDescription: "204", response: response(204, headers: [:])),
        Nothing(testDescription: "205", response: response(205, headers: [:])),
        Nothing(testDescription: "204 with a body", response: response(204, #"{"id":1}"#)),
        Nothing(testDescription: "205 with a page", response: response(205, "<html>", headers: [:])),
        Nothing(testDescription: "HEAD", response: response(method: .head, headers: ["Content-Length": "500"])),
        Nothing(testDescription: "HEAD page", response: response(202, method: .head)),
        Nothing(testDescription: "zero bytes", response: response()),
        Nothing(testDescription: "zero bytes of a page", response: response(headers: ["Content-Type": "text/html"])),
        Nothing(testDescription: "zero bytes, created", response: response(201, headers: ["Content-Length": "0"])),
        Nothing(testDescription: "a newline", response: response(200, "\n")),
        Nothing(testDescription: "a Windows newline", response: response(200, "\r\n")),
        Nothing(testDescription: "white space", response: response(202, " \t\r\n ")),
        Nothing(testDescription: "null", response: response(200, "null")),
        Nothing(testDescription: "null in white space", response: response(200, " null\n")),
        Nothing(testDescription: "a byte order mark", response: response(200, "\u{FEFF}")),
        Nothing(testDescription: "null after a byte order mark", response: response(200, "\u{FEFF}null")),
    ]

    private func read<T: Decodable & Sendable>(_ type: T.Type, _ response: HTTPResponse) async throws -> T {
        try await Request<T>(.get, "users/\(1)").read(response, with: JSONResponseDecoder())
    }

    // DEC-03
    @Test(arguments: nothings)
    func `an answer without a value is a reply for whoever needs none`(nothing: Nothing) async throws {
        #expect(nothing.response.isEmptyBody)
        try await Request<Void>(.get, "users/\(1)").read(nothing.response, with: JSONResponseDecoder())
        #expect(try await read(User?.self, nothing.response) == nil)
        #expect(try await read([User]?.self, nothing.response) == nil)
        #expect(try await read(String?.self, nothing.response) == nil)
        #expect(try await read(Data?.self, nothing.response) == nil)
        #expect(try await read(EmptyResponse.self, nothing.response) == EmptyResponse())
    }

    // DEC-03
    @Test(arguments: nothings)
    func `an answer without a value is named so for whoever needs one`(nothing: Nothing) async throws {
        let model = await #expect(throws: DecodingFailure.self) { try await read(User.self, nothing.response) }
        #expect(model?.reason == .emptyBody)
        #expect(model?.status == nothing.response.status)
        #expect(model?.type == "User")
        #expect(model?.byteCount == nothing.response.data.count)
        let list = await #expect(throws: DecodingFailure.self) { try await read([User].self, nothing.response) }
        #expect(list?.reason == .emptyBody)
        let number = await #expect(throws: DecodingFailure.self) { try await read(Int.self, nothing.response) }
        #expect(number?.reason == .emptyBody)
    }

    // DEC-03
    @Test(arguments: nothings)
    func `data and text are what came, also where it was nothing`(nothing: Nothing) async throws {
        #expect(try await read(Data.self, nothing.response) == nothing.response.data)
        let bytes = nothing.response.data
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        #expect(Data(try await read(String.self, nothing.response).utf8) == bytes.dropFirst(mark))
    }

    // DEC-03
    @Test(arguments: [200, 201, 202, 203, 206, 299])
    func `an answer with a value is read, whatever its 2xx status`(status: Int) async throws {
        let response = Self.response(status, #" {"id":1} "#)
        #expect(!response.isEmptyBody)
        #expect(try await read(User.self, response) == User(id: 1))
        #expect(try await read(User?.self, response) == User(id: 1))
        #expect(try await read(EmptyResponse.self, response) == EmptyResponse())
        #expect(try await read(Data.self, response) == response.data)
        #expect(try await read(Data?.self, response) == response.data)
        #expect(try await read(String.self, response) == #" {"id":1} "#)
        #expect(try await read(String?.self, response) == #" {"id":1} "#)
        try await Request<Void>(.get, "users/\(1)").read(response, with: JSONResponseDecoder())
    }

    @Test(arguments: [("0", 0), ("-1", -1), (" 7\n", 7)])
    func `a scalar is a value`(body: String, expected: Int) async throws {
        #expect(try await read(Int.self, Self.response(200, body)) == expected)
    }

    @Test func `a falsy value is not an empty body`() async throws {
        #expect(try await read(Bool.self, Self.response(200, "false")) == false)
        #expect(try await read([User].self, Self.response(200, "[]")).isEmpty)
        #expect(try await read([String: Int].self, Self.response(200, "{}")).isEmpty)
        #expect(!Self.response(200, #""""#).isEmptyBody)
    }

    @Test func `any answer is enough for Void, and a page is not for EmptyResponse`() async throws {
        for body in ["<html>Sign in</html>", "not json", #"{"id":"x"}"#, "\u{0}"] {
            try await Request<Void>(.post, "x").read(Self.response(200, body), with: JSONResponseDecoder())
        }
        #expect(try await read(EmptyResponse.self, Self.response(200, "OK")) == EmptyResponse())
        let failure = await #expect(throws: DecodingFailure.self) {
            try await read(EmptyResponse.self, Self.response(200, "<html>Sign in</html>"))
        }
        #expect(failure?.reason == .htmlPage)
    }

    @Test(arguments: [
        ("<!DOCTYPE html><html></html>", "text/html; charset=utf-8"), ("<html></html>", "application/json"),
        ("\n\t <HTML>", "application/json"), ("\u{FEFF}<html>", "application/json"), ("Sign in", "text/html"),
        ("Sign in", "TEXT/HTML"), ("<html/>", "application/xhtml+xml"), ("<html>", ""), ("<html>", "junk"),
    ])
    func `a web page is told apart from broken data`(body: String, type: String) async throws {
        let headers: HTTPHeaders = type.isEmpty ? [:] : ["Content-Type": type]
        let response = Self.response(200, body, headers: headers)
        for read in [
            { _ = try await self.read(User.self, response) }, { _ = try await self.read(User?.self, response) },
            { _ = try await self.read([User].self, response) },
        ] {
            let failure = await #expect(throws: DecodingFailure.self) { try await read() }
            #expect(failure?.reason == .htmlPage)
        }
        #expect(try await self.read(Data.self, response) == Data(body.utf8))
    }

    @Test(arguments: ["{", #"{"id":1"#, "OK", "{'id':1}", "\u{0}", #"{"id":1}}"#, "nul", "nulll", "undefined"])
    func `broken data is malformed`(body: String) async throws {
        let response = Self.response(200, body)
        let failure = await #expect(throws: DecodingFailure.self) { try await read(User.self, response) }
        #expect(failure?.reason == .malformed)
        #expect(failure?.byteCount == body.utf8.count)
    }

    @Test func `a top-level value that its type does not allow is not malformed`() async throws {
        enum Role: String, Decodable { case reader }
        for body in [#""writer""#, " \"writer\"\n", "\u{FEFF}\"writer\""] {
            let response = Self.response(200, body)
            let failure = await #expect(throws: DecodingFailure.self) { try await read(Role.self, response) }
            #expect(failure?.reason == .invalidValue)
        }
    }

    @Test func `JSON that is wrongly called a page is read, and so is JSON after a byte order mark`() async throws {
        let page = Self.response(200, #"{"id":1}"#, headers: ["Content-Type": "text/html"])
        #expect(try await read(User.self, page) == User(id: 1))
        #expect(try await read(User.self, Self.response(200, "\u{FEFF}{\"id\":1}")) == User(id: 1))
    }

    @Test func `XML is left to a decoder that can read it`() async throws {
        struct XMLReader: ResponseDecoder {
            @concurrent func decode<T: Decodable & Sendable>(_ type: T.Type, from data: Data) async throws -> T {
                try #require(User(id: data.count) as? T)
            }
        }
        for type in ["application/xml", "text/xml", "application/atom+xml"] {
            let response = Self.response(200, "<user/>", headers: ["Content-Type": type])
            #expect(try await Request<User>(.get, "x").read(response, with: XMLReader()) == User(id: 7))
        }
    }

    @Test(arguments: [
        ("text/plain", [0xC3, 0xA9], "é"), ("text/plain; charset=utf-8", [0xC3, 0xA9], "é"),
        ("text/plain; charset=\"UTF-8\"", [0xC3, 0xA9], "é"), ("text/plain;charset=utf8", [0xEF, 0xBB, 0xBF], ""),
        ("text/plain; charset=ISO-8859-1", [0xE9, 0x80], "é\u{80}"), ("text/plain; Charset=latin1", [0xFF], "ÿ"),
        ("text/plain; charset=US-ASCII", [0x61], "a"), ("text/plain; x=1; charset=iso-8859-1", [0xE9], "é"),
        ("application/json", [0xC3, 0xA9], "é"), ("", [0xC3, 0xA9], "é"), ("text/plain; charset=utf-8", [], ""),
    ])
    func `text is read in its own charset`(type: String, bytes: [UInt8], expected: String) async throws {
        let headers: HTTPHeaders = type.isEmpty ? [:] : ["Content-Type": type]
        var response = Self.response(200, headers: headers)
        response.body = .data(Data(bytes))
        #expect(try await read(String.self, response) == expected)
        #expect(try response.text() == expected)
    }

    @Test(arguments: [
        ("text/plain", [0xE9]), ("text/plain; charset=utf-8", [0xC3]), ("text/plain; charset=us-ascii", [0xE9]),
        ("text/plain; charset=utf-8", [0xED, 0xA0, 0x80]), ("text/plain; charset=shift_jis", [0x61]),
        ("text/plain; charset=utf-16", [0x61, 0x00]), ("text/plain; charset=\"\"", [0x61]),
    ])
    func `bytes outside the charset are an error, not question marks`(type: String, bytes: [UInt8]) throws {
        var response = Self.response(200, headers: ["Content-Type": type])
        response.body = .data(Data(bytes))
        let failure = #expect(throws: DecodingFailure.self) { try response.text() }
        #expect(failure?.reason == .malformed)
        #expect(failure?.byteCount == bytes.count)
    }

    @Test func `a type of one's own says what no body means`() async throws {
        struct Settings: Decodable, Equatable, Sendable, EmptyBodyDecodable {
            let theme: String
            static var emptyBodyValue: Settings { Settings(theme: "standard") }
        }
        #expect(try await read(Settings.self, Self.response(204)) == Settings(theme: "standard"))
        #expect(try await read(Settings.self, Self.response(200, #"{"theme":"dark"}"#)) == Settings(theme: "dark"))
    }

    @Test func `a slice of a larger buffer is judged by its own bytes`() async throws {
        var response = Self.response()
        response.body = .data(Data("xx null yy".utf8)[2..<8])
        #expect(response.isEmptyBody)
        response.body = .data(Data(#"xx{"id":4}"#.utf8)[2...])
        #expect(try await read(User.self, response) == User(id: 4))
    }

    @Test func `a cancelled task gets its cancellation and not a decoding failure`() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await read(User.self, Self.response(200, #"{"id":1}"#))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
