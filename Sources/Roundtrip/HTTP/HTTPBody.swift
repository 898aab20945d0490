public import Foundation

/// The content of a request, in a form that says whether it can be sent a second time.
public enum HTTPBody: Sendable {
    /// No content at all.
    case none
    case data(Data)
    /// A file, read while it is sent. Its size at the start is the `Content-Length`.
    case file(URL)
    /// Bytes made on demand. `open` is called once for each attempt and must give the same bytes every time.
    case stream(length: Int?, open: @Sendable () async throws -> HTTPByteStream)
    /// Bytes that exist once, such as a pipe. They are never sent a second time: no retry, no replay after a refresh.
    case oneShot(length: Int?, HTTPByteStream)

    /// Whether a second attempt would carry the same bytes.
    public var isReplayable: Bool {
        if case .oneShot = self { false } else { true }
    }

    public var isNone: Bool {
        if case .none = self { true } else { false }
    }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind and, where it is known, the size; never a byte of the content nor a file's path.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        case .stream(let length, _), .oneShot(let length, _):
            length.map { "a stream of \($0) bytes" } ?? "a stream"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
