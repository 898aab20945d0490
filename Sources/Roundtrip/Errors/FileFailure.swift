/// Why a file could not be read or written. It names no path: paths carry user names.
public enum FileFailure: Error, Hashable, Sendable {
    case missing
    case notPermitted
    case diskFull
    /// The file grew or shrank while it was sent.
    case changedWhileSending
    /// Anything else, with the system's `errno`.
    case other(code: Int)
}
