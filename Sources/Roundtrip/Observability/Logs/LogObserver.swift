import Foundation

/// Writes one readable line for each attempt, and for whatever else is worth a line.
///
/// ```text
/// 7f3c GET users/{} 200 in 123 ms, 4512 bytes, attempt 1
/// 7f3c GET users/{} retry in 500 ms after 503
/// ```
///
/// Lines hold ids, templates, statuses and counts. They cannot leak what events do not carry; the cURL line is made of
/// the redacted record.
public struct LogObserver: Observer {
    /// How much a line matters, the least first.
    public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
        case debug, info, warning, error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Takes one line, without a line break at its end.
    public typealias Sink = @Sendable (Level, String) -> Void

    private let level: Level
    private let showsCurl: Bool
    private let sink: Sink

    /// - Parameters:
    ///   - level: Lines that matter less are not made.
    ///   - showsCurl: Adds, at `debug`, a redacted cURL command for each attempt.
    ///   - sink: Where lines go: the standard error, unless told otherwise. On Apple's systems `RoundtripLive` has one
    ///     for the unified log.
    public init(level: Level = .info, showsCurl: Bool = false, sink: @escaping Sink = LogObserver.standardError) {
        self.level = level
        self.showsCurl = showsCurl
        self.sink = sink
    }

    public var wantsDetails: Bool { showsCurl }

    public func record(_ event: NetworkEvent) async {
        if let (level, text) = LogLine.line(for: event), level >= self.level { sink(level, text) }
        guard showsCurl, level == .debug, case .attemptFinished(let attempt) = event.kind, let record = attempt.record
        else { return }
        sink(.debug, LogLine.plain("\(event.callID ?? "-") \(CurlLine.command(for: record))"))
    }

    /// Writes to the standard error.
    public static let standardError: Sink = { _, line in
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
