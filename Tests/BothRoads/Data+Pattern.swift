public import Foundation

extension Data {
    /// Bytes of all values that look random and are the same on every run, so that a lost or repeated one shows.
    public static func pattern(_ count: Int, seed: UInt64 = 1) -> Data {
        var state = seed &* 2 &+ 1
        let words = (0..<(count + 7) / 8).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
        return words.withUnsafeBytes { Data($0.prefix(count)) }
    }
}
