import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Percent encoding` {
    @Test func `every byte but the unreserved ones is encoded, in upper case`() {
        for byte in UInt8.min...UInt8.max {
            let isUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8.contains(byte)
            let encoded = PercentEncoding.encoded([byte], keeping: PercentEncoding.isUnreserved)
            let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            #expect(encoded == (isUnreserved ? String(UnicodeScalar(byte)) : "%" + digits))
        }
    }

    @Test(arguments: [
        ("", ""), ("a b+c", "a%20b%2Bc"), ("é😀", "%C3%A9%F0%9F%98%80"), ("%41", "%2541"), ("a/b?c#d", "a%2Fb%3Fc%23d"),
        ("\r\n\u{0}", "%0D%0A%00"), ("e\u{301}", "e%CC%81"), ("é", "%C3%A9"), ("~-._", "~-._"),
        ("\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
    ])
    func `text is encoded as UTF-8, once, and not normalised`(text: String, expected: String) {
        #expect(PercentEncoding.encoded(text) == expected)
        #expect(PercentEncoding.encoded(Substring(text)) == expected)
        #expect(expected.removingPercentEncoding?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test func `the characters of a path are those of RFC 3986`() {
        for byte in UInt8.min...UInt8.max {
            let isAllowed = PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
            #expect(PercentEncoding.isPathCharacter(byte) == isAllowed)
            #expect(PercentEncoding.isHexDigit(byte) == "0123456789abcdefABCDEF".utf8.contains(byte))
        }
    }

    @Test func `random text comes back as it was`() {
        let seed = UInt64.random(in: .min ... .max)
        print("Percent encoding seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                UnicodeScalar(UInt32.random(in: 0...0x10FFFF, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let decoded = PercentEncoding.encoded(text).removingPercentEncoding
            #expect(decoded.map { Array($0.utf8) } == Array(text.utf8), "seed \(seed)")
        }
    }
}
