/// Where chance comes from, so that a test can fix it.
public protocol RandomSource: Sendable {
    /// A number in 0...1, each equally likely.
    func fraction() -> Double
}

/// The system's generator.
public struct SystemRandomSource: RandomSource {
    public init() {}

    public func fraction() -> Double {
        Double.random(in: 0...1)
    }
}
