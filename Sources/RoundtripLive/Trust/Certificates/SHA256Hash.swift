#if canImport(CryptoKit)
import CryptoKit
#endif

/// SHA-256 (FIPS 180-4): CryptoKit's on Apple's systems, one of our own elsewhere.
enum SHA256Hash {
    static let byteCount = 32

    /// The 32 bytes of the message's digest.
    static func of(_ message: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
        Array(SHA256.hash(data: message))
        #else
        portable(message)
        #endif
    }
}
