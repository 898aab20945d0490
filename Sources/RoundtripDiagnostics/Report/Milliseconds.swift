import Roundtrip

/// Durations as a person reads them, the same in every locale.
enum Milliseconds {
    /// `0.4 ms`, `12 ms`, `1.25 s`, `3 min 5 s`.
    static func text(_ milliseconds: Double) -> String {
        let value = milliseconds.clamped(to: 0...1e12)
        switch value {
        case ..<0.05: return "0 ms"
        case ..<10: return "\(Decimals.text(value, digits: 1)) ms"
        case ..<999.5: return "\(Decimals.text(value, digits: 0)) ms"
        case ..<59_995: return "\(Decimals.text(value / 1000, digits: 2)) s"
        default:
            let (minutes, seconds) = Int((value / 1000).rounded()).quotientAndRemainder(dividingBy: 60)
            return seconds == 0 ? "\(minutes) min" : "\(minutes) min \(seconds) s"
        }
    }
}
