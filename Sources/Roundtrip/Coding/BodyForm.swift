package import Foundation

/// What kind of thing a body is, seen from outside, before anybody tries to decode it.
enum BodyForm: Equatable {
    /// No bytes, only JSON's white space, or the literal `null`.
    case empty
    /// A page for a browser: the content type says HTML, or the body begins with `<`.
    ///
    /// JSON that is wrongly called HTML is still content. XML begins with `<` too, but its content type says so.
    case webPage
    case content

    init(_ data: Data, contentType: MediaType?) {
        let text = Self.trimmed(data)
        let first = text.first
        self =
            if text.isEmpty || text.elementsEqual("null".utf8) {
                .empty
            } else if contentType?.isHTML == true {
                first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .content : .webPage
            } else {
                first == UInt8(ascii: "<") && contentType?.isXML != true ? .webPage : .content
            }
    }

    /// The bytes without a byte order mark and without JSON's white space at either end (RFC 8259, section 2).
    private static func trimmed(_ data: Data) -> Data {
        let text = data.withoutByteOrderMark
        guard let first = text.firstIndex(where: { !isWhitespace($0) }),
            let last = text.lastIndex(where: { !isWhitespace($0) })
        else { return Data() }
        return text[first...last]
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}

extension Data {
    /// The bytes after UTF-8's byte order mark, where there is one.
    package var withoutByteOrderMark: Data {
        starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    }
}
