import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Server errors` {
    private static let now = Date(timeIntervalSince1970: 1_935_396_000)

    private static func response(
        _ body: String,
        type: String? = "application/json",
        status: Int = 422,
        headers: HTTPHeaders = [:],
        method: HTTPMethod = .get
    ) throws -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = type
        let url = try #require(URL(string: "https://h.example/x"))
        return HTTPResponse(
            status: status,
            headers: headers,
            body: .data(Data(body.utf8)),
            request: HTTPRequest(method: method, url: url)
        )
    }

    private static func error(_ response: HTTPResponse, requestID: String? = nil) -> ServerError {
        ServerError(response: response, requestID: requestID, now: now, details: .standard(response))
    }

    @Test(arguments: [
        (#"{"code":"course_full","message":"No places."}"#, "course_full", "No places."),
        (#"{"error":{"code":"course_full","message":"No places."}}"#, "course_full", "No places."),
        (#"{"error":"invalid_grant","error_description":"Expired."}"#, "invalid_grant", "Expired."),
        (#"{"error":"invalid_grant"}"#, "invalid_grant", nil), (#"{"message":"No places."}"#, nil, "No places."),
        (#"{"code":"course_full"}"#, "course_full", nil), (#"{"error":{"code":"a"}}"#, "a", nil),
        (#"{"error":{"message":"m"}}"#, nil, "m"), (#"{"error":"e","message":"m"}"#, "e", "m"),
        (#"{"error":{"message":"inner"},"code":"outer","message":"o"}"#, "outer", "inner"),
        (#"{"error":{"code":"inner"},"code":"outer"}"#, "inner", nil),
        (#"{"code":4001,"message":"m"}"#, "4001", "m"), (#"{"error":{"code":-7}}"#, "-7", nil),
        (#"{"code":40.5}"#, "40.5", nil), (#"{"code":0}"#, "0", nil), (#"{"error":404}"#, "404", nil),
        (#"{"code":9223372036854775807}"#, "9223372036854775807", nil),
        (#"{"code":18446744073709551615}"#, "18446744073709551615", nil),
        (#"{"code":"","message":""}"#, nil, nil), (#"{"code":"","error":"e"}"#, "e", nil),
        (#"{"code":null,"message":null,"error":null}"#, nil, nil), (#"{"code":true,"message":["m"]}"#, nil, nil),
        (#"{"code":{"a":1},"message":"m"}"#, nil, "m"), (#"{"error":[{"code":"a"}]}"#, nil, nil),
        (#"{"error":{"error":{"code":"deep"}}}"#, nil, nil), (#"{"Code":"A","MESSAGE":"B"}"#, nil, nil),
        ("{}", nil, nil), ("[]", nil, nil), (#"[{"code":"a"}]"#, nil, nil), (#""text""#, nil, nil), ("5", nil, nil),
        ("null", nil, nil), ("", nil, nil), (" \n", nil, nil), ("{", nil, nil), (#"{"code":"a""#, nil, nil),
        ("<html>Bad gateway</html>", nil, nil), ("Bad gateway", nil, nil), ("\u{0}\u{1}", nil, nil),
        ("\u{FEFF}{\"code\":\"marked\"}", "marked", nil), (#"{"message":"é😀\n"}"#, nil, "é😀\n"),
    ])
    func `code and message are read from every known form, and anything else has none`(
        body: String,
        code: String?,
        message: String?
    ) throws {
        for type in ["application/json", "text/html", nil] {
            let details = ServerErrorDetails.standard(try Self.response(body, type: type))
            #expect(details == ServerErrorDetails(code: code, message: message))
        }
    }

    @Test(arguments: [
        (#"{"type":"https://h.example/t","title":"Full","detail":"d"}"#, "https://h.example/t", "d"),
        (#"{"type":"about:blank","title":"Not Found","status":404}"#, nil, "Not Found"),
        (#"{"title":"Full"}"#, nil, "Full"), (#"{"detail":"No places.","title":"Full"}"#, nil, "No places."),
        (#"{"type":"t","code":"full","detail":"d"}"#, "full", "d"), (#"{"type":"t","code":12}"#, "12", nil),
        (#"{"type":"","detail":"","title":"Full"}"#, nil, "Full"), (#"{"status":422}"#, nil, nil), ("[]", nil, nil),
        (#"{"type":5,"title":6}"#, "5", "6"), ("<html>", nil, nil),
    ])
    func `a problem has its members read`(body: String, code: String?, message: String?) throws {
        for type in ["application/problem+json", "Application/Problem+JSON; charset=utf-8"] {
            let details = ServerErrorDetails.standard(try Self.response(body, type: type))
            #expect(details == ServerErrorDetails(code: code, message: message))
        }
    }

    @Test func `an answer becomes an error with all that is known`() throws {
        let headers: HTTPHeaders = ["Retry-After": "7", "X-Other": "o"]
        let response = try Self.response(#"{"code":"c","message":"m"}"#, status: 429, headers: headers, method: .patch)
        let error = Self.error(response, requestID: "r-1")
        #expect(error.status == 429)
        #expect(error.code == "c")
        #expect(error.message == "m")
        #expect(error.requestID == "r-1")
        #expect(error.retryAfter == .seconds(7))
        #expect(error.headers["x-other"] == "o")
        #expect(error.body == response.data)
        #expect(error.method == .patch)
    }

    @Test(arguments: [199, 300, 400, 404, 418, 451, 499, 500, 503, 599])
    func `the status is kept whatever the body is`(status: Int) throws {
        for body in ["", "<html>", "{", #"{"code":1}"#, "null"] {
            #expect(Self.error(try Self.response(body, status: status)).status == status)
        }
    }

    @Test(arguments: [
        (["0"], Duration.zero), (["120"], .seconds(120)), (["99999999999999999999"], RetryAfter.maximum),
        (["Thu, 01 May 2031 10:00:30 GMT"], .seconds(30)), (["Thu, 01 May 2031 09:59:30 GMT"], .zero),
        (["soon", "5"], .seconds(5)), (["5", "9"], .seconds(5)), (["soon"], nil), ([], nil), ([""], nil), (["-1"], nil),
        (["1.5"], nil), (["1e3"], nil), (["+5"], nil),
    ])
    func `the wait that was asked for is read, and nonsense is no wait`(values: [String], expected: Duration?) throws {
        let headers = HTTPHeaders(values.map { HTTPHeaders.Field(name: "retry-after", value: $0) })
        #expect(Self.error(try Self.response("", status: 503, headers: headers)).retryAfter == expected)
    }

    struct Problem: Decodable, Equatable {
        let fieldNames: [String]
        let until: Date?
    }

    @Test func `an endpoint's own error body is read by the client's rules, or by its own`() throws {
        let error = Self.error(try Self.response(#"{"field_names":["a"],"until":"2031-05-01T10:00:00Z"}"#))
        #expect(try error.decode(as: Problem.self) == Problem(fieldNames: ["a"], until: Self.now))
        let other = Self.error(try Self.response(#"{"fieldNames":["a"],"until":1935396000}"#))
        let coding = JSONCoding(readingKeys: .asDeclared, dates: .secondsSince1970)
        #expect(try other.decode(as: Problem.self, coding: coding) == Problem(fieldNames: ["a"], until: Self.now))
    }

    @Test(arguments: [
        ("", "application/json", DecodingFailure.Reason.emptyBody), ("null", "application/json", .emptyBody),
        ("<html>", "application/json", .htmlPage), ("oops", "text/html", .htmlPage), ("{", "text/plain", .malformed),
        ("{}", "application/json", .missingKey("fieldNames")), (#"{"field_names":null}"#, "", .missingValue),
    ])
    func `an error body of another form says why it is not read`(
        body: String,
        type: String,
        reason: DecodingFailure.Reason
    ) throws {
        let error = Self.error(try Self.response(body, type: type, status: 409), requestID: "r-2")
        let failure = #expect(throws: DecodingFailure.self) { try error.decode(as: Problem.self) }
        #expect(failure?.reason == reason)
        #expect(failure?.status == 409)
        #expect(failure?.requestID == "r-2")
        #expect(failure?.byteCount == body.utf8.count)
        #expect(failure?.type == "Problem")
    }

    // LOG-03
    @Test func `nothing that a person typed is shown, however the error is printed`() throws {
        let headers: HTTPHeaders = ["Set-Cookie": "a=COOKIEMARK", "X-Secret": "HEADERMARK", "Retry-After": "7"]
        let response = try Self.response(#"{"code":"CODEMARK","message":"TEXTMARK"}"#, headers: headers)
        let error = Self.error(response, requestID: "r-1")
        for text in printings(of: error) + printings(of: NetworkError.server(error)) {
            #expect(!text.contains("MARK"), "\(text)")
        }
        for text in printings(ofValue: ServerErrorDetails.standard(response)) {
            #expect(!text.contains("MARK"), "\(text)")
        }
        #expect(error.description == "status 422, request r-1, 40 bytes")
        #expect(ServerErrorDetails().description == "no details")
        #expect(ServerErrorDetails.standard(response).description == "code and message")
    }
}
