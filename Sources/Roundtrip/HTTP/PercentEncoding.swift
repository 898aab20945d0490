/// Percent-encoding of URL parts (RFC 3986, section 2.1), one part at a time and never twice.
///
/// `URLComponents` leaves `+`, `;` and others alone in queries, and `appending(path:)` encodes a `%2F` again, so each part
/// is encoded here and joined as text.
enum PercentEncoding {
    /// Everything but the unreserved characters is encoded (section 2.3): the result is safe in any part of a URL, and a
    /// form decoder reads exactly what was given.
    static func encoded(_ text: some StringProtocol) -> String {
        encoded(text.utf8, keeping: isUnreserved)
    }

    static func encoded(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isKept(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._~".utf8.contains(byte)
    }

    /// Whether the byte may stand in a path segment as it is (section 3.3, `pchar` without `pct-encoded`).
    static func isPathCharacter(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte.asciiLowercased {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }

    private static func hexDigit(_ number: UInt8) -> UInt8 {
        number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "A") + number - 10
    }
}
