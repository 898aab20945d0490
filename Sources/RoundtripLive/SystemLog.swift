#if canImport(os)
public import Roundtrip
import os

extension LogObserver {
    /// An observer that writes to the system's unified log.
    ///
    /// Lines of `info` and above hold ids, templates, statuses and counts alone and are marked public, so that a
    /// sysdiagnose is of use. Those of `debug`, cURL commands among them, are marked private: although redacted, they
    /// show only on a device that is being debugged.
    ///
    /// - Parameters:
    ///   - subsystem: Such as the app's bundle identifier.
    ///   - level: Lines that matter less are not made.
    ///   - showsCurl: Adds, at `debug`, a redacted cURL command for each attempt.
    public static func systemLog(
        subsystem: String,
        category: String = "network",
        level: Level = .info,
        showsCurl: Bool = false
    ) -> LogObserver {
        let logger = Logger(subsystem: subsystem, category: category)
        return LogObserver(level: level, showsCurl: showsCurl) { level, line in
            switch level {
            case .debug: logger.log(level: .debug, "\(line, privacy: .private)")
            case .info: logger.log(level: .info, "\(line, privacy: .public)")
            case .warning: logger.log(level: .default, "\(line, privacy: .public)")
            case .error: logger.log(level: .error, "\(line, privacy: .public)")
            }
        }
    }
}
#endif
