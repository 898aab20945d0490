public import Foundation
public import Roundtrip

extension LoopbackServer {
    /// What the server does with a request: an answer, or a way to fail.
    ///
    /// `Content-Length`, `Transfer-Encoding` and, where the connection ends, `Connection` are added unless the headers
    /// have them. No `Date` is added, so an answer is the same at any time.
    public struct Response: Sendable {
        /// Writes the body piece by piece, and ends it by returning.
        public typealias Stream = @Sendable (ResponseWriter) async throws -> Void

        enum Content: Sendable {
            case data(Data)
            case chunked(Stream)
            /// Bytes that replace the whole answer, head included.
            case raw(thenClose: Bool, Stream)
            /// Sends these bytes of a longer body and resets the connection.
            case reset(after: Data)
            case resetAtOnce
            case closed
        }

        public var status: Int
        public var headers: HTTPHeaders
        var content: Content

        init(status: Int = 200, headers: HTTPHeaders = [:], content: Content) {
            self.status = status
            self.headers = headers
            self.content = content
        }
    }
}

// MARK: - Answers

extension LoopbackServer.Response {
    /// An answer with a body that is there as a whole.
    ///
    /// HEAD requests and the statuses 204 and 304 are answered without the body.
    public static func data(_ body: Data, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        Self(status: status, headers: headers, content: .data(body))
    }

    public static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        data(Data(text.utf8), status: status, headers: headers.adding("Content-Type", "application/json"))
    }

    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        data(Data(text.utf8), status: status, headers: headers.adding("Content-Type", "text/plain; charset=utf-8"))
    }

    /// An answer without a body.
    public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> Self {
        data(Data(), status: status, headers: headers)
    }

    /// A body in these chunks, each sent as one. Empty ones are left out: they would end the body.
    public static func chunked(_ chunks: [Data], status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        stream(status: status, headers: headers) { writer in
            for chunk in chunks { try await writer.write(chunk) }
        }
    }

    /// A body that is written while it is made, each write as one chunk, at once.
    ///
    /// ```swift
    /// .stream(headers: ["Content-Type": "text/event-stream"]) { writer in
    ///     try await writer.write("data: 1\n\n")
    ///     try await gate.wait()
    ///     try await writer.write("data: 2\n\n")
    /// }
    /// ```
    ///
    /// If `body` throws, the connection closes in the middle of the body. A client of HTTP/1.0 gets the bytes without
    /// chunk sizes, then the end of the connection.
    public static func stream(status: Int = 200, headers: HTTPHeaders = [:], _ body: @escaping Stream) -> Self {
        Self(status: status, headers: headers, content: .chunked(body))
    }
}

// MARK: - Faults

extension LoopbackServer.Response {
    /// Exactly these bytes and nothing else, whatever they mean.
    public static func raw(_ bytes: Data, thenClose: Bool = true) -> Self {
        raw([bytes], thenClose: thenClose)
    }

    /// Exactly these bytes, each piece in a write of its own.
    public static func raw(_ pieces: [Data], thenClose: Bool = true) -> Self {
        raw(thenClose: thenClose) { writer in
            for piece in pieces { try await writer.write(piece) }
        }
    }

    /// Exactly the bytes that are written, and nothing else.
    public static func raw(thenClose: Bool = true, _ bytes: @escaping Stream) -> Self {
        Self(content: .raw(thenClose: thenClose, bytes))
    }

    /// A head that announces `announced` bytes, then `body`, then an orderly close.
    public static func truncated(
        announced: Int,
        body: Data = Data(),
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> Self {
        data(body, status: status, headers: headers.adding("Content-Length", "\(announced)"))
    }

    /// Resets the connection (RST): after that many bytes of the body, or without any answer if it is 0 or less.
    public static func reset(afterBytes count: Int = 0, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        guard count > 0 else { return Self(content: .resetAtOnce) }
        return reset(after: Data(repeating: UInt8(ascii: "x"), count: count), status: status, headers: headers)
    }

    /// Resets the connection (RST) after these bytes of a body that was announced to be longer.
    ///
    /// The client may lose what it had not read before the reset.
    public static func reset(after body: Data, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        Self(status: status, headers: headers, content: .reset(after: body))
    }

    /// Closes the connection in an orderly way without a byte.
    public static var closeWithoutAnswer: Self { Self(content: .closed) }
}

extension LoopbackServer.Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and headers, never the content.
    public var description: String { "\(status) \(headers)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

extension HTTPHeaders {
    func adding(_ name: String, _ value: String) -> HTTPHeaders {
        var headers = self
        headers.setDefault(name, value)
        return headers
    }
}
