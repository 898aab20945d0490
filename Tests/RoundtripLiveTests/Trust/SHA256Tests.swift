import Testing

@testable import RoundtripLive

@Suite struct `SHA-256` {
    /// The examples of FIPS 180 (NIST, "SHA-256" and "SHA Test Vectors").
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (
            String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `it gives the published digests`(message: String, digest: String) {
        let bytes = SHA256Hash.of(Array(message.utf8))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
    }

    @Test func `every length around the ends of blocks has a digest of its own`() {
        let digests = (0...200).map { SHA256Hash.of([UInt8](repeating: 0, count: $0)) }
        #expect(Set(digests).count == 201)
        #expect(digests.allSatisfy { $0.count == SHA256Hash.byteCount })
    }
}
