/// A media type such as `application/json; charset=utf-8` (RFC 9110, section 8.3.1), names in lower case.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    public let type: String
    public let subtype: String
    public let parameters: [String: String]

    /// Reads a `Content-Type` value; `nil` if it does not begin with `type/subtype`.
    ///
    /// A quoted value loses its quotes and backslashes. A parameter that is none is left out.
    public init?(_ value: String) {
        let parts = value.splitOutsideQuotes(at: ";").map(\.trimmingHTTPWhitespace)
        let names = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ ASCII.isToken($0) }) else { return nil }
        type = names[0].lowercased()
        subtype = names[1].lowercased()
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, ASCII.isToken(pair[0]) else { continue }
            parameters[pair[0].lowercased()] = pair[1].unquoted ?? String(pair[1])
        }
        self.parameters = parameters
    }

    /// `application/json`, `text/json` or any type with the suffix `+json` (RFC 6839, section 3.1).
    public var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

    public var isHTML: Bool { subtype == "html" || subtype == "xhtml+xml" }

    /// `application/xml`, `text/xml` or any type with the suffix `+xml` (RFC 7303), but not XHTML.
    public var isXML: Bool { !isHTML && (subtype == "xml" || subtype.hasSuffix("+xml")) }

    public var description: String { "\(type)/\(subtype)" }
}
