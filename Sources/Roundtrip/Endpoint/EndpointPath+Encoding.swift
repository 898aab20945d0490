extension EndpointPath {
    /// The pieces of a relative path as text for a URL, without a leading slash.
    ///
    /// A trailing slash is kept, since servers tell `users` and `users/` apart.
    static func percentEncoded(_ pieces: [Piece]) throws(NetworkError) -> String {
        var segments = try segments(of: pieces)
        if segments.count > 1, segments[0].text.isEmpty, !segments[0].hasValue { segments.removeFirst() }
        for (index, segment) in segments.enumerated() {
            let isTrailingSlash = index == segments.count - 1 && !segment.hasValue
            guard !segment.text.isEmpty || isTrailingSlash else {
                throw .invalidRequest("The path has an empty segment. Check that no value in it is empty.")
            }
            guard !segment.isDots else {
                throw .invalidRequest("The path has a segment that is \".\" or \"..\", which would change the route.")
            }
        }
        return segments.map(\.text).joined(separator: "/")
    }

    private struct Segment {
        var text = ""
        var hasValue = false

        /// Whether a server may take the segment for `.` or `..`; `%2E` is the same as `.` (RFC 3986, section 6.2.2.2).
        var isDots: Bool {
            let plain = text.replacing("%2E", with: ".").replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }

    private static func segments(of pieces: [Piece]) throws(NetworkError) -> [Segment] {
        var finished: [Segment] = []
        var current = Segment()
        for piece in pieces {
            switch piece {
            case .value(let value):
                current.text += PercentEncoding.encoded(value)
                current.hasValue = true
            case .literal(let literal):
                let parts = literal.split(separator: "/", omittingEmptySubsequences: false)
                for (index, part) in parts.enumerated() {
                    if index > 0 {
                        finished.append(current)
                        current = Segment()
                    }
                    current.text += try encodeLiteral(part)
                }
            }
        }
        return finished + [current]
    }

    private static func encodeLiteral(_ part: Substring) throws(NetworkError) -> String {
        guard !part.contains("?"), !part.contains("#") else {
            throw .invalidRequest("The path has a \"?\" or \"#\". Put what follows it into the query.")
        }
        let bytes = Array(part.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            guard index + 2 < bytes.count, PercentEncoding.isHexDigit(bytes[index + 1]),
                PercentEncoding.isHexDigit(bytes[index + 2])
            else {
                throw .invalidRequest("The path has a \"%\" that begins no encoded octet. Write it as \"%25\".")
            }
        }
        return PercentEncoding.encoded(bytes) { PercentEncoding.isPathCharacter($0) || $0 == UInt8(ascii: "%") }
    }
}
