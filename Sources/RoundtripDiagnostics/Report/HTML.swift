/// A piece of HTML. In a literal the text is markup, and whatever is interpolated is escaped unless it is `HTML` itself, so
/// nothing that came from a network can become markup.
struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
    let markup: String

    init(stringLiteral markup: String) {
        self.markup = markup
    }

    init(stringInterpolation: StringInterpolation) {
        markup = stringInterpolation.markup
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { markup += literal }
        mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
        mutating func appendInterpolation(_ number: Int) { markup += String(number) }
        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }
    }

    static let empty: HTML = ""

    /// The text for element content and quoted attributes. What could hide or turn round the text beside it shows as `?`.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            default:
                let isHidden = [.control, .format, .surrogate, .privateUse].contains(scalar.properties.generalCategory)
                result.unicodeScalars.append(isHidden ? "?" : scalar)
            }
        }
        return result
    }
}
