import Foundation
import Roundtrip
import Testing

@Suite struct `Queries` {
    /// Reads a query as servers read forms (WHATWG URL, application/x-www-form-urlencoded parsing), byte by byte.
    static func formDecoded(_ query: String) -> [RequestQuery.Item] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
            return RequestQuery.Item(name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], text.utf8)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let number = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(number)
                rest.removeFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Every character that means something in a URL or a form, and some that are long in UTF-8.
    static let texts = [
        "a+b&c=d e/?é😀#%", "+", "&", "=", "#", "%", "%2B", "%25", "%zz", "?", "/", "//", ";", ":", "@", "!", "$", "'",
        "(",
        ")", "*", ",", "[", "]", " ", "  ", "\t", "\n", "\r\n", "\u{0}", "\u{7F}", "\"", "<", ">", "\\", "^", "`", "{",
        "|",
        "}", "~", "-._~", "é", "e\u{301}", "日本", "😀", "👩‍👩‍👧", "\u{FEFF}", "\u{FFFD}", "\u{2028}", "a&b=c&d", "", "null",
        "../..", "https://a.example/?b=c&d#e",
    ]

    // URL-01
    @Test(arguments: texts)
    func `a server reads exactly what was given, as value and as name`(text: String) throws {
        let query: RequestQuery = ["q": text, text + "x": "1"]
        let encoded = try #require(query.percentEncoded)
        #expect(Self.formDecoded(encoded) == query.items)
        #expect(
            encoded.utf8.allSatisfy { byte in
                "-._~%=&".utf8.contains(byte) || Character(Unicode.Scalar(byte)).isLetter
                    || Character(Unicode.Scalar(byte)).isNumber
            })
        #expect(encoded.utf8.allSatisfy { $0 < 0x80 })
        guard text != "\u{FEFF}" else { return }  // Foundation takes it for a byte order mark.
        // A reader of plain URIs, for which '+' is a plus, reads the same.
        let parts = try #require(URLComponents(string: "https://h.example/?\(encoded)")?.queryItems)
        #expect(parts.map(\.name) == query.items.map(\.name))
        #expect(parts.map(\.value) == query.items.map(\.value))
    }

    // URL-01
    @Test func `reserved and non-ASCII characters stand on the wire as percent and two digits`() {
        let query: RequestQuery = ["q": "a+b&c=d e/?é😀#%"]
        #expect(query.percentEncoded == "q=a%2Bb%26c%3Dd%20e%2F%3F%C3%A9%F0%9F%98%80%23%25")
    }

    /// Every single byte of ASCII: the unreserved set of RFC 3986, section 2.3, stays, and nothing else.
    @Test func `only unreserved characters stay as they are`() {
        for byte in UInt8(0)..<128 {
            let text = String(decoding: [byte], as: UTF8.self)
            let isUnreserved = text.wholeMatch(of: /[A-Za-z0-9._~\-]/) != nil
            let expected = isUnreserved ? text : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            #expect(RequestQuery([(text, text)]).percentEncoded == "\(expected)=\(expected)")
        }
    }

    @Test func `random texts come through unchanged`() throws {
        let seed: UInt64 = 3986
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let items = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                let scalars = (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
                    Unicode.Scalar(
                        UInt32.random(in: 0...(Bool.random(using: &generator) ? 0x7F : 0x10_FFFF), using: &generator))
                }
                return (
                    "n" + String(String.UnicodeScalarView(scalars)),
                    String(String.UnicodeScalarView(scalars)) as String?
                )
            }
            let query = RequestQuery(items)
            #expect(Self.formDecoded(try #require(query.percentEncoded)) == query.items, "seed \(seed)")
        }
    }

    @Test func `nil is left out, an empty text is not`() {
        let missing: String? = nil
        let text: String? = "a"
        let query: RequestQuery = ["tag": nil, "q": missing, "a": text, "k": "", "n": Int?.none]
        #expect(query.percentEncoded == "a=a&k=")
        #expect(RequestQuery([("a", nil), ("b", ""), ("c", "d")]).percentEncoded == "b=&c=d")
    }

    @Test func `without items there is no query at all, and no lone question mark`() {
        let empty: [RequestQuery] = [
            RequestQuery(), [:], ["a": nil], RequestQuery([]), RequestQuery([("a", nil)]), RequestQuery() + [:],
            RequestQuery(encoding: [String: Int]()), RequestQuery(encoding: ["a": [Int]()]),
        ]
        for query in empty {
            #expect(query.percentEncoded == nil)
            #expect(query.problem == nil)
            #expect(query.items.isEmpty)
        }
    }

    @Test func `order is kept, names may repeat, and two queries can be joined`() {
        let query: RequestQuery = ["b": 1, "a": 2, "b": 3]
        #expect(query.percentEncoded == "b=1&a=2&b=3")
        #expect((query + ["a": 2] + RequestQuery()).percentEncoded == "b=1&a=2&b=3&a=2")
    }

    enum Sorting: String, QueryValue { case newest, mostViewed = "most viewed" }
    enum Page: Int, QueryValue { case first = 1 }
    struct Cursor: RawRepresentable, QueryValue { let rawValue: String }

    static let values: [(any QueryValue & Sendable, String)] = [
        ("a", "a"), ("abc".dropFirst(), "bc"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
        (Int.min, "-9223372036854775808"), (UInt64.max, "18446744073709551615"), (Int8.min, "-128"), (UInt8.max, "255"),
        (Int16.max, "32767"), (UInt16.max, "65535"), (Int32.min, "-2147483648"), (UInt32.max, "4294967295"),
        (Int64.max, "9223372036854775807"), (UInt.max, "18446744073709551615"), (1.5, "1.5"), (-0.25, "-0.25"),
        (Float(2.5), "2.5"), (0.1, "0.1"), (1e100, "1e+100"), (Decimal(string: "12.50") ?? 0, "12.5"),
        (Decimal(-3), "-3"), (Date(timeIntervalSince1970: 0), "1970-01-01T00:00:00Z"),
        (Date(timeIntervalSince1970: 1_935_396_000.25), "2031-05-01T10:00:00.250Z"),
        (URL(filePath: "/a b"), "file:///a%20b"), (Data([1, 2, 255]), "AQL/"), (Data(), ""),
        (UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), "01020304-0506-0708-090A-0B0C0D0E0F10"),
    ]

    @Test func `each kind of value has its text`() {
        for (value, text) in Self.values {
            #expect(value.queryText == text)
            #expect((["v": value] as RequestQuery).items == [RequestQuery.Item(name: "v", value: text)])
        }
        let query: RequestQuery = ["s": Sorting.mostViewed, "p": Page.first, "c": Cursor(rawValue: "x/y")]
        #expect(query.items.map(\.value) == ["most viewed", "1", "x/y"])
    }

    @Test func `what has no text is a problem that names the item and not the value`() throws {
        let rows: [RequestQuery] = [
            ["SECRET": "a", "price": Double.nan], ["price": Double.infinity], ["price": -Float.infinity],
            ["price": Decimal.nan], ["price": Date(timeIntervalSince1970: .nan)],
            ["price": Date(timeIntervalSince1970: 1e18)],
            ["a": "SECRET", "price": Double.nan, "other": Double.nan],
            RequestQuery() + ["price": Double.nan], ["price": Double.nan] + ["other": Double.nan],
        ]
        for query in rows {
            let problem = try #require(query.problem)
            #expect(problem.contains("price"))
            #expect(problem.hasSuffix("."))
            #expect(!problem.contains("SECRET") && !problem.contains("nan") && !problem.contains("inf"))
        }
    }

    @Test func `descriptions show the names and no value`() {
        let query: RequestQuery = ["q": "SECRET", "page": 4711]
        var dumped = ""
        dump(query, to: &dumped)
        let errors: [Any] = [query, [query], query.items, query.items.first as Any, ["k": query]]
        for text in errors.flatMap({ ["\($0)", String(reflecting: $0)] }) + [dumped] {
            #expect(!text.contains("SECRET") && !text.contains("4711"), "\(text)")
        }
        #expect("\(query)".contains("page"))
    }
}
