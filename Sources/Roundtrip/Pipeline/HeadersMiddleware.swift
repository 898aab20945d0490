public import Foundation

/// Adds the headers that every request of the app carries, unless the endpoint has set them itself.
///
/// `App-Version`, `Accept-Language`, `User-Agent`, `Accept` and `X-Request-ID`, which is the call's id and so the same on
/// every attempt. It stands above the cache, because `Vary` reads these headers.
public struct HeadersMiddleware: Middleware {
    private let appVersion: String?
    private let userAgent: String?
    private let languages: @Sendable () -> [String]

    /// - Parameters:
    ///   - appVersion: Such as `7.2.0 (1234)`; `nil` leaves the header out.
    ///   - userAgent: Such as `Courses/7.2.0`; `nil` leaves it to the transport.
    ///   - languages: The user's languages, the preferred one first. Asked for each call, since they can change.
    public init(
        appVersion: String? = nil,
        userAgent: String? = nil,
        languages: @escaping @Sendable () -> [String] = { Locale.preferredLanguages }
    ) {
        self.appVersion = appVersion.flatMap(Self.sendable)
        self.userAgent = userAgent.flatMap(Self.sendable)
        self.languages = languages
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        var request = request
        if let appVersion { request.headers.setDefault("App-Version", appVersion) }
        if let userAgent { request.headers.setDefault("User-Agent", userAgent) }
        if !request.headers.contains("Accept-Language"), let value = AcceptLanguage.value(for: languages()) {
            request.headers.add("Accept-Language", value)
        }
        request.headers.setDefault("Accept", "application/json")
        request.headers.setDefault("X-Request-ID", context.id)
        return try await next(request)
    }

    /// The text with everything that a header cannot hold taken out: an app's display name may be in any script, and
    /// that must not make every call fail.
    private static func sendable(_ text: String) -> String? {
        let printable = String(decoding: text.utf8.filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
        let trimmed = printable.trimmingHTTPWhitespace
        return trimmed.isEmpty ? nil : String(trimmed)
    }
}
