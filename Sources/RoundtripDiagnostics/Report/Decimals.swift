import Roundtrip

/// Numbers with a fixed number of digits at most, without trailing zeros.
enum Decimals {
    static func text(_ number: Double, digits: Int) -> String {
        let scale = [1, 10, 100, 1000][digits.clamped(to: 0...3)]
        let scaled = Int((number * Double(scale)).rounded().clamped(to: 0...1e15))
        let (whole, part) = scaled.quotientAndRemainder(dividingBy: scale)
        guard part > 0 else { return "\(whole)" }
        let fraction = String(scale + part).dropFirst()
        return "\(whole)." + String(fraction.reversed().drop { $0 == "0" }.reversed())
    }
}
