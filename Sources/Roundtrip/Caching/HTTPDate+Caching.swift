import Foundation

extension HTTPDate {
    /// Reads a date as a cache should, without regard to case (RFC 9111, section 4.2).
    static func cached(_ text: String, now: Date) -> Date? {
        date(from: text, now: now) ?? date(from: inUsualCase(text), now: now)
    }

    /// Every word with a large first letter; GMT is one of large letters.
    private static func inUsualCase(_ text: String) -> String {
        var isInWord = false
        let bytes = text.utf8.map { byte in
            defer { isInWord = ASCII.isLetter(byte) }
            return ASCII.isLetter(byte) && !isInWord ? byte & ~0x20 : byte.asciiLowercased
        }
        let words = String(decoding: bytes, as: UTF8.self)
        return words.hasSuffix(" Gmt") ? words.dropLast(3) + "GMT" : words
    }
}
