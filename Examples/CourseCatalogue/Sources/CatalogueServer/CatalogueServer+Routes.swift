import Foundation
import Roundtrip
import RoundtripTesting

extension CatalogueServer {
    typealias Response = LoopbackServer.Response

    nonisolated func addRoutes(to routes: inout LoopbackServer.Routes) {
        routes.get("courses") { [self] request, _ in try await page(request) }
        routes.get("courses/{id}") { [self] request, parameters in course(parameters["id"] ?? "", request) }
        routes.get("recommended") { [self] _, _ in recommended() }
        routes.get("announcement") { [self] _, _ in await announcement() }
        routes.post("courses/{id}/enrolments") { [self] request, parameters in
            await enrol(request, course: parameters["id"] ?? "")
        }
        routes.post("auth/sign-in") { [self] request, _ in await signIn(Self.fields(request)) }
        routes.post("auth/refresh") { [self] request, _ in
            await refresh(Self.fields(request)["refreshToken"] ?? "").map { Self.json($0) }
                ?? Self.problem(401, "refresh_refused", "Sign in again.")
        }
        routes.get("me/bookmarks") { [self] request, _ in await bookmarks(request) }
        routes.put("me/bookmarks/{id}") { [self] request, parameters in
            await bookmarks(request, course: parameters["id"]) { list, id in
                if !list.contains(id) { list.append(id) }
            }
        }
        routes.delete("me/bookmarks/{id}") { [self] request, parameters in
            await bookmarks(request, course: parameters["id"]) { list, id in list.removeAll { $0 == id } }
        }
        routes.post("test/expire") { [self] _, _ in
            await expireAccessTokens()
            return .status(204)
        }
    }

    // MARK: Answers

    private struct Page: Encodable {
        let total: Int
        let items: [StoredCourse]
        let next: String?
    }

    private struct Enrolment: Encodable {
        let number: Int
        let courseId: String

        enum CodingKeys: String, CodingKey {
            case number
            case courseId = "course_id"
        }
    }

    private func page(_ request: LoopbackServer.Request) async throws -> Response {
        let term = request.queryValues(for: "q").first ?? ""
        try await holdIfWanted()
        let number = request.queryValues(for: "page").first.flatMap { Int($0) } ?? 1
        let page = search.page(number, of: term)
        let answer = Page(total: page.total, items: Array(page.courses), next: link(to: page.next, of: term))
        return Self.tagged(answer, lifetime: 0, for: request)
    }

    private func link(to page: Int?, of term: String) -> String? {
        guard let page, let baseURL else { return nil }
        return Self.link(to: page, of: term, from: baseURL)
    }

    /// `URLQueryItem` leaves a `+` as it is, and a form decoder reads that as a space. Only unreserved characters (RFC 3986,
    /// section 2.3) are safe.
    static func link(to page: Int, of term: String, from baseURL: URL) -> String? {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        guard let term = term.addingPercentEncoding(withAllowedCharacters: unreserved) else { return nil }
        var link = URLComponents(url: baseURL, resolvingAgainstBaseURL: false)
        link?.path = "/courses"
        link?.percentEncodedQuery = "q=\(term)&page=\(page)"
        return link?.string
    }

    private func announcement() -> Response {
        takeBusy()
            ? Self.problem(503, "busy", "The catalogue is busy.", headers: ["Retry-After": "1"])
            : Self.json(["text": "Enrolment for the spring term is open."])
    }

    private func enrol(_ request: LoopbackServer.Request, course: String) -> Response {
        guard accounts.user(authorization: request.headers["Authorization"]) != nil else { return Self.signInFirst }
        guard knows(course) else { return Self.noSuchCourse }
        guard let key = request.headers["Idempotency-Key"] else {
            return Self.problem(400, "key_missing", "An enrolment needs an Idempotency-Key.")
        }
        let (number, losesAnswer) = enrol(key: key)
        return losesAnswer ? .closeWithoutAnswer : Self.json(Enrolment(number: number, courseId: course), status: 201)
    }

    private func signIn(_ fields: [String: String]) -> Response {
        guard let grant = accounts.signIn(name: fields["name"] ?? "", password: fields["password"] ?? "") else {
            return Self.problem(403, "wrong_password", "Name or password is wrong.")
        }
        return Self.json(grant)
    }

    private nonisolated func course(_ id: String, _ request: LoopbackServer.Request) -> Response {
        guard let course = search.courses.first(where: { $0.id == id }) else { return Self.noSuchCourse }
        return Self.tagged(course, lifetime: 60, for: request)
    }

    /// Five courses, of which one has lost its title.
    private nonisolated func recommended() -> Response {
        let whole = search.courses.prefix(4).compactMap { try? Self.encoder.encode($0) }
        let texts = whole.map { String(decoding: $0, as: UTF8.self) }
        let all = texts.prefix(2) + [#"{"id":"lost-title","weeks":"three"}"#] + texts.suffix(2)
        return .json("[" + all.joined(separator: ",") + "]")
    }

    /// The user's bookmarks, after the change to the one for this course.
    private func bookmarks(
        _ request: LoopbackServer.Request,
        course: String? = nil,
        _ change: @Sendable (_ list: inout [String], _ id: String) -> Void = { _, _ in }
    ) -> Response {
        guard let user = accounts.user(authorization: request.headers["Authorization"]) else { return Self.signInFirst }
        guard let course else { return Self.json(accounts.changeBookmarks(of: user) { _ in }) }
        guard knows(course) else { return Self.noSuchCourse }
        return Self.json(accounts.changeBookmarks(of: user) { change(&$0, course) })
    }

    private nonisolated func knows(_ course: String) -> Bool { search.courses.contains { $0.id == course } }

    private static var noSuchCourse: Response { problem(404, "course_not_found", "There is no course with this id.") }

    private static var signInFirst: Response { problem(401, "token_expired", "Sign in, or refresh your token.") }

    private static func fields(_ request: LoopbackServer.Request) -> [String: String] {
        (try? JSONDecoder().decode([String: String].self, from: request.body)) ?? [:]
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static func json(_ value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:]) -> Response {
        guard let data = try? encoder.encode(value) else { return .status(500) }
        return .json(String(decoding: data, as: UTF8.self), status: status, headers: headers)
    }

    /// An answer that may be kept: fresh for so many seconds, and known by a tag afterwards.
    private static func tagged(_ value: some Encodable, lifetime: Int, for request: LoopbackServer.Request) -> Response
    {
        guard let data = try? encoder.encode(value) else { return .status(500) }
        // FNV-1a: the same bytes have the same tag in every run.
        let hash = data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        let headers: HTTPHeaders = ["ETag": "\"\(String(hash, radix: 16))\"", "Cache-Control": "max-age=\(lifetime)"]
        guard request.headers["If-None-Match"] != headers["ETag"] else { return .status(304, headers: headers) }
        return .json(String(decoding: data, as: UTF8.self), headers: headers)
    }

    private static func problem(
        _ status: Int,
        _ code: String,
        _ message: String,
        headers: HTTPHeaders = [:]
    ) -> Response {
        var headers = headers
        // RFC 9110, section 15.5.2: a 401 says how to prove who one is.
        if status == 401 { headers["WWW-Authenticate"] = "Bearer" }
        return json(["error": ["code": code, "message": message]], status: status, headers: headers)
    }
}
