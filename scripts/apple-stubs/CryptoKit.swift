// The part of Apple's CryptoKit that RoundtripLive uses, signatures only: see scripts/check-apple.
public import Foundation

public struct SHA256Digest: Sendable, Sequence {
    public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
}

public struct SHA256: Sendable {
    public init() {}
    public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
    public mutating func update(data: some DataProtocol) {}
    public func finalize() -> SHA256Digest { SHA256Digest() }
}
