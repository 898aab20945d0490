import Foundation

/// The last look at a request before the transport gets it, after every middleware has had its say.
enum RequestCheck {
    /// The headers that describe the connection or the length of the body. A wrong one lets one request be read as two
    /// (RFC 9112, section 11.2), so only the transport sets them.
    private static let transportHeaders = ["Connection", "Content-Length", "Host", "Transfer-Encoding"]

    /// A sentence about why the request may not be sent, or `nil`. It quotes no value.
    static func problem(with request: HTTPRequest, delivery: Delivery, insecureHosts: Set<String>) -> String? {
        guard ASCII.isToken(request.method.rawValue) else {
            return "The method is empty or has a character that is not allowed in methods."
        }
        guard let origin = Origin(request.url) else {
            return "The URL is no http or https URL with a host."
        }
        guard origin.hasUsablePort else {
            return "The URL's port is none: ports go from 1 to 65535."
        }
        guard request.url.user() == nil, request.url.password() == nil else {
            return "The URL carries a user name or password. Send credentials in a header."
        }
        guard origin.isSecure || insecureHosts.contains(origin.host) else {
            return "Plain http to \(origin.host) is refused. Use https, or name the host in insecureHosts."
        }
        if let problem = request.headers.problem { return problem }
        if let name = transportHeaders.first(where: request.headers.contains) {
            return "The header \(name) is set by the transport. Remove it from the request."
        }
        guard request.idempotencyKey?.isEmpty != true else {
            return
                "The idempotency key is empty, so a server could not recognise a repetition by it. Give one, or none."
        }
        guard request.body.isNone || (request.method != .get && request.method != .head) else {
            return "A \(request.method) request has a body, which servers and proxies may drop. Use POST or a query."
        }
        // A URL that came from a server, such as https://x.example/etc/passwd, has a path too, and must never be read as one.
        if case .file(let url) = request.body, !url.isFileURL {
            return "The body is to be read from a URL that is no file URL."
        }
        if case .file(let url) = delivery, !url.isFileURL {
            return "The answer is to be written to a URL that is no file URL."
        }
        if let timeout = request.options.idleTimeout, timeout <= .zero {
            return "The attempt timeout must be greater than zero, or nil for none."
        }
        return nil
    }
}
