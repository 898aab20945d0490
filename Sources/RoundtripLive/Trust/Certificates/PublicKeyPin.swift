import Foundation

/// The SHA-256 of a `SubjectPublicKeyInfo`, written `sha256/` and base64 (RFC 7469, section 2.4).
struct PublicKeyPin: Hashable, Sendable {
    private let digest: [UInt8]

    /// The pin as written, or `nil` if it is not one: another hash, another length, another spelling of base64.
    init?(_ text: String) {
        let prefix = "sha256/"
        guard text.hasPrefix(prefix), let data = Data(base64Encoded: String(text.dropFirst(prefix.count))),
            data.count == SHA256Hash.byteCount
        else { return nil }
        digest = Array(data)
        // Base64 of 32 bytes leaves two bits over. Were they free, one pin could be written as two.
        guard description == text else { return nil }
    }

    /// The pin of a certificate's key, or `nil` if the bytes are not a certificate.
    init?(certificate der: [UInt8]) {
        guard let key = PublicKeyInfo.bytes(ofCertificate: der) else { return nil }
        digest = SHA256Hash.of(key)
    }
}

extension PublicKeyPin: CustomStringConvertible {
    var description: String { "sha256/" + Data(digest).base64EncodedString() }
}
