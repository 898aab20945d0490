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
    func splitOutsideQuotes(at separator: Character) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        return split(omittingEmptySubsequences: false) { character in
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else {
                return character == separator && !isQuoted
            }
            return false
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
