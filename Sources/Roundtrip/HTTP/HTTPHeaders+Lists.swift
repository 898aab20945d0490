extension HTTPHeaders {
    /// The members of a list-valued header over all its fields, in order, trimmed, empty ones left out (RFC 9110,
    /// section 5.6.1). A comma inside a quoted string separates nothing.
    func members(of name: String) -> [Substring] {
        values(for: name).flatMap { $0.splitOutsideQuotes(at: ",") }
            .map(\.trimmingHTTPWhitespace).filter { !$0.isEmpty }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The parts between separators that stand outside quoted strings (RFC 9110, section 5.6.4).
    ///
    /// A quote begins such a string only where a value can begin, so that a stray one hides nothing behind it.
    func splitOutsideQuotes(at separator: Character) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        var previous = separator
        return split(omittingEmptySubsequences: false) { character in
            defer { previous = character }
            if isQuoted {
                if !isEscaped, character == "\"" { isQuoted = false }
                isEscaped = !isEscaped && character == "\\"
                return false
            }
            isQuoted = character == "\"" && (previous == separator || "=/ \t".contains(previous))
            return character == separator
        }
    }

    /// The content of a quoted string, its escapes undone; `nil` if this is not one.
    var unquoted: String? {
        guard count >= 2, first == "\"", last == "\"" else { return nil }
        var result = ""
        var isEscaped = false
        for character in dropFirst().dropLast() {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            guard isEscaped || character != "\"" else { return nil }
            result.append(character)
            isEscaped = false
        }
        return isEscaped ? nil : result
    }
}
