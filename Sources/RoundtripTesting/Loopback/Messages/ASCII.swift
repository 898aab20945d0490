/// Rules of HTTP's grammar over bytes that just came from a socket.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    /// Whether the bytes are a `token` (RFC 9110, section 5.6.2).
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default:
                    "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// The bytes as UTF-8, or where they are not, as Latin-1: a server must not lose what it is asked to record.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return String(bytes.map { Character(Unicode.Scalar($0)) }) }
        return text
    }

    /// The number written in the bytes, if they are digits and nothing else; one too large for `Int` becomes `Int.max`.
    static func number(_ digits: some Collection<UInt8>, base: Int) -> Int? {
        guard !digits.isEmpty else { return nil }
        var result = 0
        for byte in digits {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < base else { return nil }
            let (shifted, overflow) = result.multipliedReportingOverflow(by: base)
            let (sum, overflowAgain) = shifted.addingReportingOverflow(digit)
            result = overflow || overflowAgain ? .max : sum
        }
        return result
    }
}
