/// Rules of HTTP's grammar that are about single bytes (RFC 9110, section 5.6).
enum ASCII {
    /// Whether the text is a `token`: one or more of the characters allowed in names and methods.
    static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte.asciiLowercased)
    }

    /// The number written in the text, if it is digits and nothing else; a number too large for `Int` becomes `Int.max`.
    ///
    /// `Int("+5")` and `Double("1e9")` read more than HTTP allows, so header values never go through them.
    static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty else { return nil }
        var result = 0
        for byte in text.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, overflowAgain) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            result = overflow || overflowAgain ? .max : sum
        }
        return result
    }

    /// The number in decimal digits, filled up with zeros to the width. It is not negative.
    static func digits(_ number: Int, width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension StringProtocol {
    /// Whether both are equal when the letters A to Z are compared without case, as header names are.
    package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        let (left, right) = (utf8, other.utf8)
        return left.count == right.count && zip(left, right).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// The text without spaces and tabs at either end: HTTP's optional white space (RFC 9110, section 5.6.3).
    package var trimmingHTTPWhitespace: SubSequence {
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
