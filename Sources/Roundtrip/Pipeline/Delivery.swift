public import Foundation

/// In which form the body of a 2xx answer is handed over. Any other answer is buffered, up to `errorBodyLimit`.
public enum Delivery: Sendable, Hashable {
    /// As a whole, in memory. A body of more than `limit` bytes ends the exchange.
    case buffered(limit: Int)
    /// As chunks while they arrive.
    case streamed
    /// Into this file, which is there only when the body is complete; what stood there before is replaced then.
    case file(URL)

    /// The most bytes kept of an answer that is not 2xx: 1 MiB. What comes after them is dropped.
    public static let errorBodyLimit = 1 << 20
    /// The most unread bytes a stream holds where the platform cannot slow the sender down: 16 MiB.
    public static let unreadStreamLimit = 16 << 20
}

extension Delivery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The form, never a file's path.
    public var description: String {
        switch self {
        case .buffered(let limit): "up to \(limit) bytes"
        case .streamed: "a stream"
        case .file: "a file"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["delivery": description]) }
}
