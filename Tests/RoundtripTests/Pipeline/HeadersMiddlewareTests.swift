import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Common headers` {
    private func headers(_ step: HeadersMiddleware, request headers: HTTPHeaders = [:]) async throws -> HTTPHeaders {
        let request = HTTPRequest(url: try #require(URL(string: "https://h.example/")), headers: headers)
        let context = CallContext(id: "call-1", endpoint: "x")
        let next = Next { HTTPResponse(status: 200, request: $0) }
        return try await step.intercept(request, context: context, next: next).request.headers
    }

    @Test func `every request says which app, language and call it is from`() async throws {
        let step = HeadersMiddleware(appVersion: "7.2 (9)", userAgent: "Courses/7.2") { ["de-CH", "en"] }
        #expect(
            try await headers(step) == [
                "App-Version": "7.2 (9)", "User-Agent": "Courses/7.2", "Accept-Language": "de-CH, en;q=0.9",
                "Accept": "application/json", "X-Request-ID": "call-1",
            ])
    }

    @Test func `what the endpoint has set stays`() async throws {
        let own: HTTPHeaders = [
            "accept": "image/png", "app-version": "1", "USER-AGENT": "x", "accept-language": "fr",
            "x-request-id": "mine",
        ]
        let step = HeadersMiddleware(appVersion: "7.2", userAgent: "Courses") { ["de"] }
        #expect(try await headers(step, request: own) == own)
    }

    @Test func `an app name in another script cannot make every call fail`() async throws {
        let step = HeadersMiddleware(appVersion: "１", userAgent: "学习 App\n/7 ") { [] }
        let result = try await headers(step)
        #expect(result["User-Agent"] == "App/7")
        #expect(!result.contains("App-Version"))
        #expect(!result.contains("Accept-Language"))
        #expect(result.problem == nil)
    }

    // RFC 9110, section 12.5.4
    @Test(
        arguments: [
            (["en-GB"], "en-GB"), (["de-CH", "en", "fr"], "de-CH, en;q=0.9, fr;q=0.8"),
            (["en_GB.UTF-8", "zh_Hant_TW@calendar=roc"], "en-GB, zh-Hant-TW;q=0.9"),
            (["C", "POSIX", "", "-", "en"], "en"),
            (["de", "DE", "de"], "de"), (["x\r\ny", "é", "en;q=1", "en, fr", "it"], "it"), ([], nil), (["C"], nil),
            (
                ["a1", "aa", "bb", "cc", "dd", "ee", "ff", "gg"],
                "aa, bb;q=0.9, cc;q=0.8, dd;q=0.7, ee;q=0.6, ff;q=0.5"
            ), (["waytoolonglanguage", "sr-Latn-RS"], "sr-Latn-RS"), (["*"], nil),
        ] as [([String], String?)])
    func `Accept-Language is made of tags in falling order`(preferences: [String], expected: String?) {
        #expect(AcceptLanguage.value(for: preferences) == expected)
    }
}
