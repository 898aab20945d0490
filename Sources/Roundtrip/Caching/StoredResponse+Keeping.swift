import Foundation

extension StoredResponse {
    /// The answer as it may be kept, or `nil` (RFC 9111, section 3).
    ///
    /// An answer that a redirect has led to belongs to another URL, and one to a request for a part is not the whole.
    init?(_ response: HTTPResponse, to request: HTTPRequest, requestDate: Date, responseDate: Date) {
        let control = CacheControl(response.headers)
        let isUnderstood = Self.understoodStatuses.contains(response.status)
        guard request.method == .get, !response.request.isRedirectHop, case .data(let body) = response.body,
            response.status >= 200, response.status != 206, response.status != 304,
            !CacheControl(request.headers, isRequest: true).noStore,
            control.mustUnderstand ? isUnderstood : !control.noStore,
            let selection = CacheSelection(of: request, answeredWith: response.headers)
        else { return nil }
        self.init(
            status: response.status, headers: response.headers.keepable, body: body, selection: selection,
            requestDate: requestDate, responseDate: responseDate)
        guard
            control.isPublic || control.isPrivate || control.maxAge != nil || headers.contains("Expires")
                || isHeuristicallyCacheable
        else { return nil }
        // A recipient with a clock adds the date that is missing (RFC 9110, section 6.6.1).
        headers.setDefault("Date", HTTPDate.string(from: responseDate))
    }

    /// The same answer after the server has confirmed it with these headers (RFC 9111, sections 3.2 and 4.3.4).
    func freshened(by newer: HTTPHeaders, requestDate: Date, responseDate: Date) -> StoredResponse {
        var newer = newer.keepable
        for name in Self.bodyHeaderNames { newer[name] = nil }
        newer.setDefault("Date", HTTPDate.string(from: responseDate))
        var result = self
        // How long the earlier answer had been under way says nothing about this one.
        result.headers["Age"] = nil
        result.headers = result.headers.overlaid(with: newer)
        result.requestDate = requestDate
        result.responseDate = responseDate
        return result
    }

    /// The statuses whose rules the cache keeps (RFC 9111, section 5.2.2.3): all but those for parts.
    private static let understoodStatuses: Set<Int> = [
        200, 201, 202, 203, 204, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 409, 410, 414, 500, 501,
        502, 503, 504,
    ]

    /// What describes the body that is kept, and so stays as it was.
    private static let bodyHeaderNames = ["Content-Encoding", "Content-Length", "Content-Range"]
}

extension HTTPHeaders {
    /// Without what is only about the connection (RFC 9111, section 3.1).
    fileprivate var keepable: HTTPHeaders {
        let named = members(of: "Connection").map { $0.lowercased() }
        let left = Self.connectionHeaderNames.union(named)
        return HTTPHeaders(filter { !left.contains($0.name.lowercased()) })
    }

    private static let connectionHeaderNames: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
