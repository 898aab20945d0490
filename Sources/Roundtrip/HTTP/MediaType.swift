/// A media type such as `application/json; charset=utf-8` (RFC 9110, section 8.3.1), names in lower case.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    public let type: String
    public let subtype: String
    public let parameters: [String: String]

    /// Reads a `Content-Type` value; `nil` if it does not begin with `type/subtype`.
    ///
    /// A quoted value loses its quotes and backslashes. A parameter that is none is left out.
    public init?(_ value: String) {
        let parts = Self.parts(of: value).map(\.trimmingHTTPWhitespace)
        let names = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ ASCII.isToken($0) }) else { return nil }
        type = names[0].lowercased()
        subtype = names[1].lowercased()
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, ASCII.isToken(pair[0]) else { continue }
            parameters[pair[0].lowercased()] = Self.unquoted(pair[1]) ?? String(pair[1])
        }
        self.parameters = parameters
    }

    /// `application/json`, `text/json` or any type with the suffix `+json` (RFC 6839, section 3.1).
    public var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

    public var isHTML: Bool { subtype == "html" || subtype == "xhtml+xml" }

    /// `application/xml`, `text/xml` or any type with the suffix `+xml` (RFC 7303), but not XHTML.
    public var isXML: Bool { !isHTML && (subtype == "xml" || subtype.hasSuffix("+xml")) }

    public var description: String { "\(type)/\(subtype)" }

    /// What stands between the semicolons; one inside a quoted string separates nothing.
    private static func parts(of value: String) -> [Substring] {
        var parts: [Substring] = []
        var (start, previous) = (value.startIndex, Character(";"))
        var (isQuoted, isEscaped) = (false, false)
        for (index, character) in zip(value.indices, value) {
            if isQuoted {
                if !isEscaped, character == "\"" { isQuoted = false }
                isEscaped = !isEscaped && character == "\\"
            } else if character == ";" {
                parts.append(value[start..<index])
                start = value.index(after: index)
            } else {
                isQuoted = character == "\"" && previous == "="
            }
            previous = character
        }
        return parts + [value[start...]]
    }

    /// The content of a quoted string (RFC 9110, section 5.6.4), or `nil` if the text does not begin with a whole one.
    private static func unquoted(_ text: Substring) -> String? {
        guard text.first == "\"" else { return nil }
        var content = ""
        var isEscaped = false
        for character in text.dropFirst() {
            switch character {
            case _ where isEscaped: isEscaped = false
            case "\\":
                isEscaped = true
                continue
            case "\"": return content
            default: break
            }
            content.append(character)
        }
        return nil
    }
}
