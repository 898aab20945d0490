public import Roundtrip

/// Chance that is decided beforehand: the given fractions in turn, then the last one for ever.
///
/// ```swift
/// FixedRandom(1)           // always the longest wait
/// FixedRandom(0, 0.5, 1)   // 0, then 0.5, then 1, 1, 1…
/// ```
///
/// Fractions outside 0...1 count as the nearer end, and what is not a number as 0. Without any fraction it gives 0.
/// Copies share their place in the list.
public struct FixedRandom: RandomSource {
    private let rest: Locked<ArraySlice<Double>>

    public init(_ fractions: Double...) {
        self.init(fractions)
    }

    public init(_ fractions: [Double]) {
        rest = Locked(fractions.map { $0.isNaN ? 0 : min(max($0, 0), 1) }[...])
    }

    public func fraction() -> Double {
        rest.withLock { rest in
            let next = rest.first ?? 0
            if rest.count > 1 { rest.removeFirst() }
            return next
        }
    }
}
