/// Counts durations in buckets whose width grows with the value, so that every quantile is off by at most 0.8 %.
///
/// It takes about 14 kB whatever it counts. Values are kept from 1 microsecond up to 71 minutes; what is longer counts as
/// that. Below 128 microseconds every microsecond has a bucket of its own; from there each doubling has 64.
struct Histogram: Sendable, Hashable {
    private static let linear = 128
    private static let perDoubling = 64
    /// Doublings above the linear part, from 2^7 to 2^32.
    private static let doublings = 25
    private static let longest = UInt64(UInt32.max)

    private var buckets = [Int](repeating: 0, count: linear + doublings * perDoubling)
    private(set) var count = 0
    private(set) var sum = Duration.zero
    private(set) var longest = Duration.zero

    init() {}

    mutating func add(_ duration: Duration) {
        let duration = max(.zero, duration)
        buckets[Self.bucket(of: duration)] += 1
        count += 1
        sum += min(duration, .seconds(1 << 32))
        longest = max(longest, duration)
    }

    /// The duration that this part of all values does not exceed; `nil` if there are none.
    ///
    /// - Parameter part: 0.99 for the 99th percentile, by the nearest rank.
    func quantile(_ part: Double) -> Duration? {
        guard count > 0 else { return nil }
        let rank = Int((part.clamped(to: 0...1) * Double(count)).rounded(.up).clamped(to: 1...Double(count)))
        var seen = 0
        for (index, number) in buckets.enumerated() where number > 0 {
            seen += number
            // The highest bucket holds the longest value, which is known exactly.
            if seen >= rank { return min(Self.middle(of: index), longest) }
        }
        return longest
    }

    private static func bucket(of duration: Duration) -> Int {
        let microseconds = (duration / .microseconds(1)).clamped(to: 0...Double(longest))
        let value = UInt64(microseconds)
        guard value >= UInt64(linear) else { return Int(value) }
        // 2^exponent <= value, and the six bits below the highest say which of the 64 parts of this doubling.
        let exponent = 63 - value.leadingZeroBitCount
        let part = Int(value >> UInt64(exponent - 6)) - perDoubling
        return linear + (exponent - 7) * perDoubling + part
    }

    private static func middle(of bucket: Int) -> Duration {
        guard bucket >= linear else { return .microseconds(bucket) }
        let (doubling, part) = (bucket - linear).quotientAndRemainder(dividingBy: perDoubling)
        let width = 2 << doubling
        return .microseconds((perDoubling + part) * width + width / 2)
    }
}
