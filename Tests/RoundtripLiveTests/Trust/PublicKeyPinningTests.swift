import Foundation
import Roundtrip
import Testing

@testable import RoundtripLive

@Suite struct `Pinning, as it is written` {
    private static let one = "sha256/" + Data(repeating: 1, count: 32).base64EncodedString()
    private static let two = "sha256/" + Data(repeating: 2, count: 32).base64EncodedString()

    @Test(arguments: [
        "api.example.com", "API.Example.COM", "api.example.com.", "xn--bcher-kva.example", "localhost", "my_host",
        "10.0.0.1",
        "::1", "[::1]", "2001:DB8::1", "::ffff:10.0.0.1",
    ])
    func `a host is a name or an address`(name: String) throws {
        let host = try PinnedHost(name, pins: [Self.one, Self.two])
        #expect(host.covers(PinnedHost.normalized(name)))
    }

    @Test(arguments: [
        "", ".", "..", ".example.com", "example..com", "example.com..", "*.example.com", "https://example.com",
        "example.com:443",
        "example.com/", "bücher.example", "exa mple.com", "user@example.com", "[", "]", "[]", ":", "::/64", "a\u{0}b",
    ])
    func `anything else is refused at once, because it would never match`(name: String) {
        #expect(throws: PinningError.invalidHost(name)) { try PinnedHost(name, pins: [Self.one, Self.two]) }
    }

    private static let digest = String(one.dropFirst(7))
    private static let malformedPins: [String] =
        [
            "", "sha256/", one.uppercased(), "sha256" + digest, digest, "sha1/" + digest, "SHA256/" + digest,
            one + " ", " " + one, one + "\n", one + "=", String(one.dropLast()),
            // The last digit before the `=` has two bits that belong to no byte; `F` sets one of them where `E` sets none.
            String(one.dropLast(2)) + "F=",
            one.replacingOccurrences(of: "A", with: "-"), "sha256/🔑",
        ] + [0, 20, 31, 33].map { "sha256/" + Data(repeating: 1, count: $0).base64EncodedString() }

    @Test(arguments: malformedPins)
    func `a pin that is not one is an error that says which`(text: String) {
        #expect(throws: PinningError.malformedPin(host: "a.example", index: 2)) {
            try PinnedHost("A.example", pins: [Self.one, Self.two, text])
        }
    }

    @Test(arguments: [[], [one], [one, one]])
    func `a host without a pin in reserve is an error`(pins: [String]) {
        #expect(throws: PinningError.noBackupPin(host: "a.example")) { try PinnedHost("a.example", pins: pins) }
    }

    @Test func `no host, or one host twice, is an error`() throws {
        #expect(throws: PinningError.noHosts) { try PublicKeyPinning([]) { _ in } }
        let hosts = try ["a.example", "A.example."].map { try PinnedHost($0, pins: [Self.one, Self.two]) }
        #expect(throws: PinningError.duplicateHost("a.example")) { try PublicKeyPinning(hosts) { _ in } }
    }

    @Test(
        arguments: [
            ("example.com", "example.com"),
            ("EXAMPLE.com.", "example.com"),
            ("www.example.com", "example.com"),
            ("a.b.example.com", "example.com"),
            ("api.example.com", "api.example.com"),
            // The entry of api.example.com is for that name alone, so names below it are those of example.com.
            ("v1.api.example.com", "example.com"),
            ("deep.example.com", "deep.example.com"),
            ("x.deep.example.com", "deep.example.com"),
            ("alone.example", "alone.example"),
            ("www.alone.example", nil),
            ("badexample.com", nil),
            ("example.com.evil.example", nil),
            ("com", nil),
            (".example.com.", "example.com"),
            ("", nil),
            ("::1", "::1"),
            ("[::1]", "::1"),
            ("::2", nil),
        ] as [(String, String?)])
    func `the entry with the longest fitting name counts, and it fits whole labels`(host: String, entry: String?) throws
    {
        let pins = [Self.one, Self.two]
        let hosts = [
            try PinnedHost("example.com", includesSubdomains: true, pins: pins),
            try PinnedHost("api.example.com", pins: pins),
            try PinnedHost("deep.example.com", includesSubdomains: true, pins: pins),
            try PinnedHost("alone.example", pins: pins),
            try PinnedHost("::1", pins: pins),
        ]
        for order in [hosts, hosts.reversed()] {
            let pinning = try PublicKeyPinning(order) { _ in }
            #expect(pinning.entry(for: host)?.name == entry)
        }
    }

    #if !canImport(Security)
    /// The lines are those of the README.
    @Test func `where URLSession shows no certificates, pinning is an error at the start`() throws {
        let url = try #require(URL(string: "https://api.example.com"))
        let (pinInUse, pinInReserve, endOfNextYear) = (Self.one, Self.two, Date.distantFuture)
        let host = try PinnedHost("api.example.com", pins: [pinInUse, pinInReserve], expires: endOfNextYear)
        let pinning = try PublicKeyPinning([host], isEnabled: { true }) { report in print("\(report)") }
        #expect(throws: PinningError.notSupportedHere) {
            APIClient.live(environment: .production(url), transport: try URLSessionTransport(pinning: pinning))
        }
    }
    #endif

    @Test(arguments: [
        PinningError.noHosts, .invalidHost("h"), .duplicateHost("h"), .malformedPin(host: "h", index: 0),
        .noBackupPin(host: "h"), .notSupportedHere,
    ])
    func `every error says in a sentence what to change`(error: PinningError) {
        #expect(error.description.count > 40 && error.description.hasSuffix("."))
    }

    // MARK: How a refusal reaches the caller

    @Test func `a refused server is told apart from other cancellations, until it is trusted again`() throws {
        let security = TransportSecurity()
        let url = try #require(URL(string: "https://API.example.com:8443/x?y"))
        #expect(security.refusal(of: url) == nil)
        security.note(.pin, of: "api.example.com")
        #expect(security.refusal(of: url) == .pin)
        #expect(security.refusal(of: try #require(URL(string: "https://example.com"))) == nil)
        security.note(nil, of: "api.example.com.")
        #expect(security.refusal(of: url) == nil)
    }

    @Test(arguments: [TransportError.Kind.pin, .certificate])
    func `a call to a refused server ends as untrusted, and was not sent`(refusal: TransportError.Kind) {
        let error = TransportError(URLError(.cancelled), hasHead: false, refusal: refusal)
        #expect(error.kind == refusal && !error.mayHaveBeenSent)
        let seen = NetworkError(error, method: .post, host: "api.example.com", idempotencyKey: nil)
        #expect(seen == .untrustedServer(host: "api.example.com"))

        #expect(TransportError(URLError(.cancelled), hasHead: true, refusal: refusal).kind == .truncatedBody)
        #expect(TransportError(URLError(.timedOut), hasHead: false, refusal: refusal).kind == .timeout)
        #expect(TransportError(URLError(.cancelled), hasHead: false).kind == .connectionLost)
    }
}
