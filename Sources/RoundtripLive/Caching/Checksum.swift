import Foundation

/// A number that damage to the bytes changes. It is no protection against somebody who means to change them.
///
/// FNV-1a, eight bytes at a time, with the high bits folded in after each step so that every bit of the input counts.
struct Checksum {
    let value: UInt64

    init(_ data: Data) {
        value = data.withUnsafeBytes { bytes in
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
            var place = 0
            while place + 8 <= bytes.count {
                sum = Self.mixed(sum, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
                place += 8
            }
            while place < bytes.count {
                sum = Self.mixed(sum, UInt64(bytes[place]))
                place += 1
            }
            return sum
        }
    }

    private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x0000_0100_0000_01b3
        return product ^ (product >> 29)
    }
}
