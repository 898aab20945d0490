public import Foundation

/// The clock that everything in the package uses, so that a test can hold time still.
///
/// Durations are measured on `uptime`, which only moves forward; `date` is the wall clock, which the user can set.
public protocol TimeSource: Sendable {
    var date: Date { get }
    /// Time since a fixed moment of the source's choice, the machine's sleep included.
    var uptime: Duration { get }
    /// Returns after the duration, or throws `CancellationError` as soon as the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's clocks.
public struct SystemTimeSource: TimeSource {
    private static let start = ContinuousClock.now

    public init() {}

    public var date: Date { Date() }
    public var uptime: Duration { Self.start.duration(to: .now) }

    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: min(duration, Self.longestSleep), clock: .continuous)
    }

    /// A century, which is as good as for ever: much more would end the process, because the system counts nanoseconds in
    /// 64 bits.
    private static let longestSleep = Duration.seconds(100 * 366 * 86_400)
}
