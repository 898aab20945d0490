import Foundation
import Roundtrip
import Testing

@testable import RoundtripTesting

@Suite struct HTTPRequestParserTests {
    struct Outcome: Equatable {
        var events: [HTTPRequestParser.Event] = []
        var problem: RequestProblem?

        /// The request that is the first event.
        func request() throws -> (head: HTTPRequestHead, body: Data) {
            let requests = events.map { event -> (HTTPRequestHead, Data)? in
                if case .request(let head, let body) = event { (head, body) } else { nil }
            }
            return try #require(requests.first ?? nil)
        }
    }

    private static func outcome(
        of pieces: [[UInt8]],
        limits: LoopbackServer.Limits = LoopbackServer.Limits()
    ) -> Outcome {
        var parser = HTTPRequestParser(limits: limits)
        var outcome = Outcome()
        for piece in pieces {
            parser.append(piece)
            do throws(RequestProblem) {
                while let event = try parser.next() { outcome.events.append(event) }
            } catch {
                outcome.problem = error
                return outcome
            }
        }
        return outcome
    }

    private static func outcome(of text: String, limits: LoopbackServer.Limits = LoopbackServer.Limits()) -> Outcome {
        outcome(of: [Array(text.utf8)], limits: limits)
    }

    // MARK: What is read

    @Test func `a request keeps its method, target, and the names of its headers as they came`() throws {
        let outcome = Self.outcome(of: "PURGE /a%2Fb?q=%20+x HTTP/1.1\r\nhOsT: h\r\nX-MiXed:\t v \r\nEmpty:\r\n\r\n")
        let (head, body) = try outcome.request()
        #expect(outcome.events.count == 1 && outcome.problem == nil)
        #expect(head.method == HTTPMethod(rawValue: "PURGE"))
        #expect(head.target == "/a%2Fb?q=%20+x")
        #expect(head.headers.map(\.name) == ["hOsT", "X-MiXed", "Empty"])
        #expect(head.headers.map(\.value) == ["h", "v", ""])
        #expect(body.isEmpty)
    }

    @Test(
        arguments: [
            (Array("caf\u{E9}".utf8), "café"),
            ([0x63, 0xE9], "cé"),
            ([0xEF, 0xBB, 0xBF, 0x61], "\u{FEFF}a"),
        ] as [([UInt8], String)]
    )
    func `a header outside ASCII is read as UTF-8, or else as Latin-1`(bytes: [UInt8], expected: String) throws {
        let outcome = Self.outcome(of: [Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8) + bytes + Array("\r\n\r\n".utf8)]
        )
        let head = try outcome.request().head
        #expect(head.headers["X"] == expected)
    }

    @Test(arguments: [
        ("Content-Length: 5\r\n\r\nhello", "hello"),
        ("Content-Length: 0005\r\n\r\nhello", "hello"),
        ("Content-Length: 0\r\n\r\n", ""),
        ("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("Transfer-Encoding: Chunked\r\n\r\n2;x=\"y\"\r\nhe\r\n003 \r\nllo\r\n0;z\r\nX: y\r\n\r\n", "hello"),
        ("Transfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"),
        ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ""),
    ])
    func `a body ends where its framing says`(rest: String, expected: String) throws {
        let outcome = Self.outcome(of: "POST / HTTP/1.1\r\nHost: h\r\n\(rest)GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(outcome.events.count == 2 && outcome.problem == nil)
        let body = try outcome.request().body
        #expect(String(decoding: body, as: UTF8.self) == expected)
    }

    @Test(arguments: ["/", "*", "http://h/a", "HTTP://h"])
    func `a target may be of every form that its method allows`(target: String) {
        let outcome = Self.outcome(of: "OPTIONS \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(outcome.events.count == 1)
    }

    @Test(arguments: [
        ("Expect: 100-continue\r\nContent-Length: 2", "ab", true),
        ("Expect: 100-Continue\r\nTransfer-Encoding: chunked", "0\r\n\r\n", true),
        ("Expect: 100-continue\r\nContent-Length: 0", "", false),
        ("Expect: 100-continue", "", false),
        ("Content-Length: 2", "ab", false),
    ])
    func `only a request that waits to send its body is told to continue`(headers: String, body: String, waits: Bool) {
        let outcome = Self.outcome(of: "POST / HTTP/1.1\r\nHost: h\r\n\(headers)\r\n\r\n\(body)")
        #expect(outcome.events.contains(.continueAwaited) == waits)
        #expect(outcome.events.count == (waits ? 2 : 1))
    }

    @Test(arguments: [
        ("HTTP/1.1\r\nHost: h", true),
        ("HTTP/1.1\r\nHost: h\r\nConnection: close", false),
        ("HTTP/1.1\r\nHost: h\r\nConnection: x, Close", false),
        ("HTTP/1.0", false),
        ("HTTP/1.0\r\nConnection: Keep-Alive", true),
    ])
    func `a connection stays open as its version and its options say`(rest: String, keeps: Bool) throws {
        let outcome = Self.outcome(of: "GET / \(rest)\r\n\r\n")
        let head = try outcome.request().head
        #expect(head.keepsConnection == keeps)
    }

    // MARK: What is refused

    static let malformed: [(String, Int)] = [
        ("GET / HTTP/1.1\nHost: h\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\0b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\u{7F}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX : a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\n: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nX\u{E9}: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\nHost: h\r\n\r\n", 400),
        (" GET / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /\r\nHost: h\r\n\r\n", 400),
        ("GET\r\n\r\n", 400),
        ("/\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET a HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET /caf\u{E9} HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/1.2\r\nHost: h\r\n\r\n", 400),
        ("GET / http/1.1\r\nHost: h\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0x5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5, 5\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: h\r\nExpect: a miracle\r\nContent-Length: 5\r\n\r\n", 417),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\n", 400),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nbad trailer\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\u{2}\0\u{1}\n", 400),
    ]

    @Test(arguments: malformed)
    func `a request that breaks the rules is refused`(text: String, status: Int) {
        #expect(Self.outcome(of: text).problem?.status == status)
    }

    @Test(arguments: malformed)
    func `nothing is read after a refused request`(text: String, status: Int) throws {
        var parser = HTTPRequestParser(limits: LoopbackServer.Limits())
        parser.append(Array(text.utf8))
        #expect(throws: RequestProblem.self) { while try parser.next() != nil {} }
        parser.append(Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        #expect(try parser.next() == nil)
    }

    // MARK: Limits

    private static let small = LoopbackServer.Limits(headerSection: 40, body: 10)

    @Test(arguments: [(23, nil), (24, 431), (1000, 431)] as [(Int, Int?)])
    func `a header section may be as large as the limit`(rest: Int, status: Int?) {
        let line = "GET /a HTTP/1.1\r\n"
        #expect(line.utf8.count + 23 == Self.small.headerSection)
        let field = "Host:" + String(repeating: "h", count: rest - 7) + "\r\n"
        #expect(Self.outcome(of: line + field + "\r\n", limits: Self.small).problem?.status == status)
    }

    @Test func `a header section without an end is refused as soon as it is too large`() {
        #expect(Self.outcome(of: String(repeating: "a", count: 42), limits: Self.small).problem?.status == 431)
        #expect(Self.outcome(of: String(repeating: "\r\n", count: 30), limits: Self.small).problem?.status == 431)
    }

    @Test(
        arguments: [
            ("Content-Length: 10\r\n\r\n0123456789", nil),
            ("Content-Length: 11\r\n\r\n", 413),
            ("Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5\r\n01234\r\n0\r\n\r\n", nil),
            ("Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n6\r\n", 413),
        ] as [(String, Int?)]
    )
    func `a body may be as large as the limit`(rest: String, status: Int?) {
        let limits = LoopbackServer.Limits(body: 10)
        #expect(Self.outcome(of: "POST / HTTP/1.1\r\nHost: h\r\n\(rest)", limits: limits).problem?.status == status)
    }

    @Test(arguments: ["7fffffffffffffff", "ffffffffffffffff", "2000000000000000"])
    func `limits without an end do not overflow`(size: String) {
        let limits = LoopbackServer.Limits(headerSection: .max, body: .max)
        let chunks = "1\r\nx\r\n\(size)\r\n"
        let text = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)"
        #expect(Self.outcome(of: text, limits: limits).problem?.status == 413)
        #expect(LoopbackServer.Limits(headerSection: -1, body: -1).body == 0)
    }

    @Test func `a chunk line has its own limit`() {
        let extensions = String(repeating: "x", count: 5000)
        let text = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;\(extensions)\r\n"
        #expect(Self.outcome(of: text).problem?.status == 400)
    }

    // MARK: Splits

    static let splittable =
        malformed.map(\.0) + [
            "\r\n\r\nPOST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhelloGET /2 HTTP/1.1\r\nHost: h\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n10;x\r\n0123456789abcdef\r\n0\r\nX: y\r\nZ: z\r\n\r\nHEAD /\u{20}HTTP/1.1\r\nHost: h\r\n\r\n",
        ]

    @Test(arguments: splittable)
    func `where the bytes were cut makes no difference`(text: String) {
        let bytes = Array(text.utf8)
        for limits in [LoopbackServer.Limits(), Self.small] {
            let whole = Self.outcome(of: [bytes], limits: limits)
            for cut in 0...bytes.count {
                #expect(Self.outcome(of: [Array(bytes[..<cut]), Array(bytes[cut...])], limits: limits) == whole)
            }
            #expect(Self.outcome(of: bytes.map { [$0] }, limits: limits) == whole)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `no bytes whatever make it crash, and every cut gives the same`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let words = splittableWords
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                if Int.random(in: 0..<4, using: &random) == 0 {
                    bytes += (0..<Int.random(in: 1...8, using: &random)).map { _ in .random(in: 0...255, using: &random)
                    }
                } else {
                    bytes += Array(words.randomElement(using: &random)?.utf8 ?? "".utf8)
                }
            }
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let whole = Self.outcome(of: [bytes], limits: Self.small)
            #expect(Self.outcome(of: [Array(bytes[..<cut]), Array(bytes[cut...])], limits: Self.small) == whole)
            #expect(Self.outcome(of: bytes.map { [$0] }, limits: LoopbackServer.Limits()) == Self.outcome(of: [bytes]))
        }
    }

    private let splittableWords = [
        "GET / HTTP/1.1\r\nHost: h\r\n", "POST / HTTP/1.1\r\nHost: h\r\n", "\r\n", "\r\n\r\n", "\n", "\r", " ", ":",
        "Content-Length: 3\r\n", "Content-Length: 18446744073709551616\r\n", "Transfer-Encoding: chunked\r\n",
        "Expect: 100-continue\r\n", "3\r\n", "abc", "0\r\n", "ffffffffffffffff\r\n", "-1\r\n", "\0", "HTTP/1.0",
    ]
}

/// SplitMix64: the same numbers for the same seed, on every system.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
