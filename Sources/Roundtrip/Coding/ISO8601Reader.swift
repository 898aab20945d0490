/// Takes the parts of an RFC 3339 date from bytes, one after the other, with one byte of look-ahead.
struct ISO8601Reader<Bytes: IteratorProtocol<UInt8>> {
    private var rest: Bytes
    private var next: UInt8?

    init(_ bytes: Bytes) {
        rest = bytes
        next = rest.next()
    }

    var isAtEnd: Bool { next == nil }

    /// Exactly this many digits, as a number.
    mutating func number(digits: Int) -> Int? {
        var result = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            result = result * 10 + digit
        }
        return result
    }

    mutating func skip(_ character: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
        guard let next, next == UInt8(ascii: character) || other.map({ next == UInt8(ascii: $0) }) == true else {
            return false
        }
        advance()
        return true
    }

    /// Nanoseconds: 0 where no fraction stands, `nil` for a point without digits.
    mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        guard var result = digit() else { return nil }
        var weight = 100_000_000
        result *= weight
        while let digit = digit() {
            weight /= 10
            result += digit * weight
        }
        return result
    }

    /// `Z` or `+hh:mm`, in minutes east of UTC.
    mutating func offsetInMinutes() -> Int? {
        if skip("Z", or: "z") { return 0 }
        let isNegative = skip("-")
        guard isNegative || skip("+"), let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }

    private mutating func digit() -> Int? {
        guard let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        advance()
        return Int(byte - UInt8(ascii: "0"))
    }

    private mutating func advance() {
        next = rest.next()
    }
}
