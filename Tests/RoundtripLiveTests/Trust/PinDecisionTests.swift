import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@testable import RoundtripLive

/// Field case PIN-02: which chains pass, with certificates made by openssl.
@Suite struct `Pins and the chain of a server` {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let strange = "sha256/" + Data(repeating: 1, count: 32).base64EncodedString()
    private static let stranger = "sha256/" + Data(repeating: 2, count: 32).base64EncodedString()

    private let openssl: OpenSSL

    init() throws {
        openssl = try OpenSSL()
    }

    private func pinning(
        _ pins: [String],
        host: String = "api.example.com",
        includesSubdomains: Bool = false,
        expires: Date? = nil,
        mode: PublicKeyPinning.Mode = .enforce,
        isEnabled: @escaping @Sendable () -> Bool = { true },
        report: @escaping @Sendable (PinReport) -> Void = { _ in }
    ) throws -> PublicKeyPinning {
        let host = try PinnedHost(host, includesSubdomains: includesSubdomains, pins: pins, expires: expires)
        return try PublicKeyPinning([host], mode: mode, isEnabled: isEnabled, report: report)
    }

    private func report(
        _ finding: PinReport.Finding = .noMatch,
        _ consequence: PinReport.Consequence,
        host: String = "api.example.com"
    ) -> PinReport {
        PinReport(host: host, pinnedHost: "api.example.com", finding: finding, consequence: consequence)
    }

    private func decide(_ pinning: PublicKeyPinning, _ chain: [[UInt8]], host: String = "api.example.com")
        -> PinDecision
    {
        pinning.decision(chain: chain, host: host, now: Self.now)
    }

    /// The server's certificate, the one above it, and the root.
    private func chain(_ kind: OpenSSL.KeyKind = .p256) async throws -> [OpenSSL.Certificate] {
        let root = try await openssl.root(openssl.key(kind))
        let intermediate = try await openssl.issue(openssl.key(kind), subject: "/CN=Intermediate", by: root)
        let leaf = try await openssl.issue(openssl.key(kind), subject: "/CN=api.example.com", by: intermediate)
        return [leaf, intermediate, root]
    }

    @Test(arguments: [OpenSSL.KeyKind.rsa2048, .p256, .p384, .ed25519])
    func `a pin of any certificate in the chain is enough, wherever it stands`(kind: OpenSSL.KeyKind) async throws {
        let chain = try await chain(kind)
        for certificate in chain {
            let pin = try await openssl.pin(of: certificate)
            for pins in [[pin, Self.strange], [Self.strange, pin], [Self.strange, Self.stranger, pin]] {
                #expect(decide(try pinning(pins), chain.map(\.der)) == .accept)
                #expect(decide(try pinning(pins), chain.reversed().map(\.der)) == .accept)
            }
        }
        let refused = decide(try pinning([Self.strange, Self.stranger]), chain.map(\.der))
        #expect(refused == .refuse(report(.noMatch, .refused)))
    }

    @Test func `a certificate that is renewed for the same key passes, and one for a new key does not`() async throws {
        let key = try await openssl.key()
        let old = try await openssl.root(key)
        let pinning = try pinning([try await openssl.pin(of: old), Self.strange])
        let renewed = try await openssl.root(key, subject: "/CN=api.example.com/O=Renewed", days: 90)
        let other = try await openssl.root(openssl.key())
        #expect(decide(pinning, [old.der]) == .accept)
        #expect(decide(pinning, [renewed.der]) == .accept)
        #expect(decide(pinning, [other.der]) == .refuse(report(.noMatch, .refused)))
    }

    @Test func `when the key in use is lost, the one in reserve takes over`() async throws {
        let (inUse, inReserve) = (try await openssl.root(openssl.key()), try await openssl.root(openssl.key(.rsa2048)))
        let pinning = try pinning([try await openssl.pin(of: inUse), try await openssl.pin(of: inReserve)])
        #expect(decide(pinning, [inReserve.der]) == .accept)
    }

    @Test func `a pinned host whose chain is empty or unreadable is refused`() async throws {
        let leaf = try await openssl.root(openssl.key())
        let pinning = try pinning([try await openssl.pin(of: leaf), Self.strange])
        let other = try await openssl.root(openssl.key()).der
        #expect(decide(pinning, []) == .refuse(report(.noCertificate, .refused)))
        for unreadable in [[], [0x30], Array(leaf.der.dropLast()), leaf.der + [0]] {
            #expect(decide(pinning, [unreadable]) == .refuse(report(.unreadableCertificate, .refused)))
            #expect(decide(pinning, [other, unreadable]) == .refuse(report(.unreadableCertificate, .refused)))
            // The rest of the chain still counts.
            #expect(decide(pinning, [unreadable, leaf.der]) == .accept)
        }
    }

    @Test func `a host without pins is left to the system, whatever it shows`() async throws {
        let pinning = try pinning([Self.strange, Self.stranger])
        let other = try await openssl.root(openssl.key()).der
        for chain in [[], [[]], [[0x30]], [other]] {
            #expect(decide(pinning, chain, host: "other.example") == .accept)
            #expect(decide(pinning, chain, host: "v1.api.example.com") == .accept)
            #expect(decide(pinning, chain, host: "badapi.example.com") == .accept)
        }
    }

    @Test func `subdomains are pinned where that is asked for, and reported by their own name`() async throws {
        let other = try await openssl.root(openssl.key())
        let pinning = try pinning([Self.strange, Self.stranger], includesSubdomains: true)
        let refused = report(.noMatch, .refused, host: "v1.api.example.com")
        #expect(decide(pinning, [other.der], host: "V1.api.example.com.") == .refuse(refused))
    }

    @Test func `from the moment they expire, pins are only reported, even when they match`() async throws {
        let (known, other) = (try await openssl.root(openssl.key()), try await openssl.root(openssl.key()))
        let pins = [try await openssl.pin(of: known), Self.strange]
        let future = try pinning(pins, expires: Self.now + 0.001)
        #expect(decide(future, [known.der]) == .accept)
        #expect(decide(future, [other.der]) == .refuse(report(.noMatch, .refused)))
        for expires in [Self.now, Self.now - 1, .distantPast] {
            let past = try pinning(pins, expires: expires)
            #expect(decide(past, [known.der]) == .report(report(.matchOfExpiredPins, .allowedByExpiry)))
            #expect(decide(past, [other.der]) == .report(report(.noMatch, .allowedByExpiry)))
            #expect(decide(past, []) == .report(report(.noCertificate, .allowedByExpiry)))
        }
    }

    @Test func `the switch and the report-only mode let through what they report`() async throws {
        let (known, other) = (try await openssl.root(openssl.key()), try await openssl.root(openssl.key()))
        let pins = [try await openssl.pin(of: known), Self.strange]
        let isEnabled = Locked(true)
        let switched = try pinning(pins, isEnabled: { isEnabled.withLock { $0 } })
        #expect(decide(switched, [other.der]) == .refuse(report(.noMatch, .refused)))
        isEnabled.withLock { $0 = false }
        #expect(decide(switched, [other.der]) == .report(report(.noMatch, .allowedBySwitch)))
        #expect(decide(switched, [known.der]) == .accept)
        isEnabled.withLock { $0 = true }
        #expect(decide(switched, [other.der]) == .refuse(report(.noMatch, .refused)))

        let watched = try pinning(pins, mode: .reportOnly)
        #expect(decide(watched, [known.der]) == .accept)
        #expect(decide(watched, [other.der]) == .report(report(.noMatch, .allowedByReportOnly)))
        #expect(decide(watched, []) == .report(report(.noCertificate, .allowedByReportOnly)))
    }

    @Test(arguments: [PublicKeyPinning.Mode.enforce, .reportOnly])
    func `what the system refuses stays refused: an expired certificate, or one of another host`(
        mode: PublicKeyPinning.Mode
    ) async throws {
        let known = try await openssl.root(openssl.key())
        let pins = [try await openssl.pin(of: known), Self.strange]
        for expires in [nil, Date.distantPast] {
            for isEnabled in [true, false] {
                let pinning = try pinning(pins, expires: expires, mode: mode, isEnabled: { isEnabled })
                for chain in [[known.der], []] {
                    let refusal = pinning.refusal(
                        isTrustedBySystem: false, chain: chain, host: "api.example.com", now: Self.now)
                    #expect(refusal == .certificate)
                }
            }
        }
    }

    @Test func `every mismatch reaches the app once, without any key`() async throws {
        let (known, other) = (try await openssl.root(openssl.key()), try await openssl.root(openssl.key()))
        let pins = [try await openssl.pin(of: known), Self.strange]
        let reports = Locked([PinReport]())
        let variants = [
            try pinning(pins, report: { report in reports.withLock { $0.append(report) } }),
            try pinning(pins, mode: .reportOnly, report: { report in reports.withLock { $0.append(report) } }),
        ]
        let refusals = variants.flatMap { pinning in
            [known, other].map {
                pinning.refusal(isTrustedBySystem: true, chain: [$0.der], host: "api.example.com", now: Self.now)
            }
        }
        #expect(refusals == [nil, .pin, nil, nil])
        let seen = reports.withLock { $0 }
        #expect(seen == [report(.noMatch, .refused), report(.noMatch, .allowedByReportOnly)])
        let printed = seen.map { "\($0) \(String(reflecting: $0))" }.joined()
        #expect(printed.contains("api.example.com") && !printed.contains("sha256"))
    }
}
