import Roundtrip

/// A request line and its header section, read as strictly as RFC 9112 allows.
///
/// A lenient test server would hide the faults of the client under test, so whatever a real server may refuse is
/// refused here.
struct HTTPRequestHead: Equatable, Sendable {
    /// How the end of the body is found (RFC 9112, section 6.3).
    enum Framing: Equatable, Sendable {
        case length(Int)
        case chunked
    }

    let method: HTTPMethod
    let target: String
    let headers: HTTPHeaders
    /// Whether the client speaks HTTP/1.1, and so understands chunks and keeps connections open.
    let isVersion11: Bool
    let framing: Framing

    init(lines: [[UInt8]]) throws(RequestProblem) {
        let parts = (lines.first ?? []).split(separator: ASCII.space, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .malformed("The request line needs a method, a target and a version.") }
        guard ASCII.isToken(parts[0]) else { throw .malformed("The method is not a token.") }
        method = HTTPMethod(rawValue: ASCII.text(parts[0]))
        isVersion11 = try Self.isVersion11(ASCII.text(parts[2]))
        guard parts[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed("The target has a character that must be percent-encoded.")
        }
        target = ASCII.text(parts[1])
        guard Self.isAllowed(target: target, for: method) else { throw .malformed("The target is in no known form.") }
        var fields: [HTTPHeaders.Field] = []
        for line in lines.dropFirst() { fields.append(try Self.field(line)) }
        headers = HTTPHeaders(fields)
        framing = try Self.framing(headers, isVersion11: isVersion11)
        let hosts = headers.values(for: "Host").count
        guard hosts == 1 || (hosts == 0 && !isVersion11) else { throw .malformed("There must be one Host field.") }
        if let expectation = headers["Expect"], !expectation.equalsIgnoringASCIICase("100-continue") {
            throw RequestProblem(status: 417, reason: "Only 100-continue can be expected.")
        }
    }

    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    var awaitsContinue: Bool {
        isVersion11 && headers.contains("Expect") && framing != .length(0)
    }

    /// Whether the connection may carry another request (RFC 9112, section 9.3).
    var keepsConnection: Bool {
        let options = (headers["Connection"] ?? "").split(separator: ",").map(\.trimmingHTTPWhitespace)
        if options.contains(where: { $0.equalsIgnoringASCIICase("close") }) { return false }
        return isVersion11 || options.contains { $0.equalsIgnoringASCIICase("keep-alive") }
    }

    /// One field line (RFC 9112, section 5), without its line break.
    static func field(_ line: [UInt8]) throws(RequestProblem) -> HTTPHeaders.Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .malformed("A header line has no colon.")
        }
        let (name, value) = (line[..<colon], line[(colon + 1)...])
        // This refuses a folded line and a space before the colon as well: neither is part of a token.
        guard ASCII.isToken(name) else { throw .malformed("A header name is not a token.") }
        guard value.allSatisfy({ $0 == ASCII.tab || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw .malformed("The value of a header has a control character.")
        }
        return HTTPHeaders.Field(name: ASCII.text(name), value: String(ASCII.text(value).trimmingHTTPWhitespace))
    }

    private static func isVersion11(_ version: String) throws(RequestProblem) -> Bool {
        switch version {
        case "HTTP/1.1": return true
        case "HTTP/1.0": return false
        case "HTTP/2.0", "HTTP/3.0", "HTTP/0.9":
            throw RequestProblem(status: 505, reason: "This server speaks HTTP/1.1.")
        default: throw .malformed("The version is not HTTP/1.1.")
        }
    }

    /// The four forms of a target (RFC 9112, section 3.2).
    private static func isAllowed(target: String, for method: HTTPMethod) -> Bool {
        if target.contains("#") { return false }
        if target.hasPrefix("/") || method.rawValue == "CONNECT" { return true }
        if target == "*" { return method == .options }
        return target.lowercased().hasPrefix("http://")
    }

    private static func framing(
        _ headers: HTTPHeaders,
        isVersion11: Bool
    ) throws(RequestProblem) -> Framing {
        let lengths = headers.values(for: "Content-Length")
        if let coding = headers["Transfer-Encoding"] {
            guard lengths.isEmpty, isVersion11 else {
                throw .malformed("Transfer-Encoding stands beside Content-Length or in HTTP/1.0.")
            }
            guard coding.equalsIgnoringASCIICase("chunked") else {
                throw RequestProblem(status: 501, reason: "The only transfer coding here is chunked.")
            }
            return .chunked
        }
        guard let first = lengths.first else { return .length(0) }
        guard lengths.count == 1, let length = ASCII.number(first.utf8, base: 10) else {
            throw .malformed("Content-Length must be one number.")
        }
        return .length(length)
    }
}
