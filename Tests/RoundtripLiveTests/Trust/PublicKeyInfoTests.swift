import BothRoads
import Foundation
import Testing

@testable import RoundtripLive

@Suite struct `Public key of a certificate` {
    private let openssl: OpenSSL

    init() throws {
        openssl = try OpenSSL()
    }

    @Test(arguments: OpenSSL.KeyKind.allCases)
    func `its pin is the one that openssl computes, and a certificate issued again keeps it`(
        kind: OpenSSL.KeyKind
    ) async throws {
        let key = try await openssl.key(kind)
        let first = try await openssl.root(key, subject: "/CN=api.example.com")
        let again = try await openssl.root(key, subject: "/CN=other.example.com/O=Renewed", days: 2)
        let issued = try await openssl.issue(
            key, subject: "/CN=api.example.com", by: try await openssl.root(openssl.key()))
        #expect(Set([first.der, again.der, issued.der]).count == 3)

        let pin = try await openssl.pin(of: first)
        #expect(PublicKeyPin(certificate: first.der)?.description == pin)
        #expect(PublicKeyPin(certificate: again.der)?.description == pin)
        #expect(PublicKeyPin(certificate: issued.der)?.description == pin)
        #expect(PublicKeyPin(pin) == PublicKeyPin(certificate: first.der))
    }

    // MARK: Certificates of the test's own making

    private static let key = sequence(sequence([0x06, 0x01, 0x2A]) + [0x03, 0x02, 0x00, 0x01])
    private static let serial: [UInt8] = [0x02, 0x01, 0x01]
    private static let version: [UInt8] = [0xA0, 0x03, 0x02, 0x01, 0x02]
    /// signature, issuer, validity, subject
    private static let middle = sequence([]) + sequence([]) + sequence([]) + sequence([])
    private static let signature = sequence([]) + [0x03, 0x01, 0x00]

    private static func sequence(_ content: [UInt8]) -> [UInt8] {
        [0x30] + length(content.count) + content
    }

    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        case ..<0x1_0000: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        }
    }

    private static func certificate(_ fields: [UInt8]) -> [UInt8] {
        sequence(sequence(fields) + signature)
    }

    @Test(arguments: [0, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x1_0000])
    func `it is found with and without a version, whatever follows and however long the fields are`(size: Int) {
        let key = Self.sequence(Self.sequence([]) + [0x03] + Self.length(size) + [UInt8](repeating: 7, count: size))
        let extensions = [0xA3] + Self.length(size) + [UInt8](repeating: 0, count: size)
        for version in [[], Self.version] {
            let start = version + Self.serial + Self.middle
            #expect(PublicKeyInfo.bytes(ofCertificate: Self.certificate(start + key)) == key)
            #expect(PublicKeyInfo.bytes(ofCertificate: Self.certificate(start + key + extensions)) == key)
        }
    }

    private static let whole = certificate(version + serial + middle + key)

    @Test(
        arguments: [
            ("nothing", []),
            ("a tag alone", [0x30]),
            ("an empty sequence", sequence([])),
            ("another kind of element", [0x31] + whole.dropFirst()),
            ("a byte too many", whole + [0]),
            ("an indefinite length", [0x30, 0x80] + whole.dropFirst(2) + [0, 0]),
            ("a length in more bytes than needed", [0x30, 0x81] + whole.dropFirst()),
            ("a length that begins with zero", [0x30, 0x82, 0x00] + whole.dropFirst()),
            ("a length of four bytes", [0x30, 0x84, 0x00, 0x00, 0x00] + whole.dropFirst()),
            ("the largest length of 4 bytes", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + whole.dropFirst(2)),
            ("the largest length of 8 bytes", [0x30, 0x88] + [UInt8](repeating: 0xFF, count: 8) + whole.dropFirst(2)),
            ("the largest length of 3 bytes", [0x30, 0x83, 0xFF, 0xFF, 0xFF] + whole.dropFirst(2)),
            ("a length of 127 bytes", [0x30, 0xFF] + [UInt8](repeating: 0xFF, count: 127)),
            ("no signature", sequence(sequence(version + serial + middle + key))),
            (
                "an element after the signature",
                sequence(sequence(version + serial + middle + key) + signature + [5, 0])
            ),
            ("no serial number", certificate(version + middle + key)),
            ("two versions", certificate(version + version + serial + middle + key)),
            ("a field too few", certificate(version + serial + middle.dropLast(2) + key)),
            ("no key", certificate(version + serial + middle)),
            ("an empty key", certificate(version + serial + middle + sequence([]))),
            ("a key without bits", certificate(version + serial + middle + sequence(sequence([])))),
            (
                "an element inside the key after its bits",
                certificate(version + serial + middle + sequence(key + [5, 0]))
            ),
        ] as [(String, [UInt8])])
    func `whatever is not one whole certificate has none`(name: String, bytes: [UInt8]) {
        #expect(PublicKeyInfo.bytes(ofCertificate: Self.whole) == Self.key)
        #expect(PublicKeyInfo.bytes(ofCertificate: bytes) == nil, "\(name)")
    }

    @Test func `no damage to a certificate ends the process, and none gives bytes from outside it`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("Damaged certificates: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let count = TestScale.count(ci: 20_000, long: 2_000_000)
        for kind in [OpenSSL.KeyKind.rsa2048, .p256, .ed25519] {
            let der = try await openssl.root(openssl.key(kind)).der
            let key = try #require(PublicKeyInfo.bytes(ofCertificate: der))
            for length in 0..<der.count {
                #expect(PublicKeyInfo.bytes(ofCertificate: Array(der.prefix(length))) == nil, "\(length) bytes")
            }
            var refused = 0
            for _ in 0..<count {
                var damaged = der
                // Mostly near the beginning, where tags and lengths stand close together.
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let end = Bool.random(using: &random) ? min(96, damaged.count) : damaged.count
                    damaged[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                guard let found = PublicKeyInfo.bytes(ofCertificate: damaged) else {
                    refused += 1
                    continue
                }
                #expect(found.count <= der.count && found.first == 0x30, "seed \(seed)")
                #expect(found == key || damaged.firstRange(of: found) != nil, "seed \(seed)")
            }
            print("Damaged certificates: \(kind), \(refused) of \(count) refused")
            #expect(refused > 0)
        }
    }
}
