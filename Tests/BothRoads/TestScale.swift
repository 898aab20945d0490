import Foundation

/// How large the large tests are: the count that CI runs, the one of `scripts/long`, or a part of the first for builds
/// that run slowly (`ROUNDTRIP_SCALE` divides).
public enum TestScale {
    public static func count(ci: Int, long: Int) -> Int {
        let environment = ProcessInfo.processInfo.environment
        if environment["ROUNDTRIP_LONG"] == "1" { return long }
        let divisor = environment["ROUNDTRIP_SCALE"].flatMap(Int.init) ?? 1
        return max(1, ci / max(1, divisor))
    }
}
