public import Foundation
public import Roundtrip

extension ScriptedTransport {
    /// What becomes of a request: an answer, or a failure.
    public struct Answer: Sendable {
        /// Writes the body piece by piece, and ends it by returning.
        public typealias Stream = @Sendable (LoopbackServer.ResponseWriter) async throws -> Void

        package enum Content: Sendable {
            case data(Data)
            case stream(Stream)
            case failure(TransportError)
        }

        public var status: Int
        public var headers: HTTPHeaders
        package let content: Content
        package private(set) var gate: Gate?

        private init(status: Int, headers: HTTPHeaders = [:], content: Content) {
            self.status = status
            self.headers = headers
            self.content = content
        }
    }
}

extension ScriptedTransport.Answer {
    /// An answer with a body that is there as a whole, and its `Content-Length` unless the headers have another.
    ///
    /// HEAD requests and the statuses 204 and 304 are answered without the body. A body shorter than the headers' own
    /// `Content-Length` ends as `truncatedBody`.
    public static func response(_ status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) -> Self {
        Self(status: status, headers: headers, content: .data(body))
    }

    public static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        response(status, headers: headers.adding("Content-Type", "application/json"), body: Data(text.utf8))
    }

    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
        response(status, headers: headers.adding("Content-Type", "text/plain; charset=utf-8"), body: Data(text.utf8))
    }

    /// A body that is written while it is made, each write as one chunk, at once.
    ///
    /// ```swift
    /// .stream { writer in
    ///     try await writer.write("first")
    ///     try await gate.wait()
    ///     throw TransportError(.truncatedBody, mayHaveBeenSent: true)
    /// }
    /// ```
    ///
    /// If `body` throws, the answer ends in the middle: with the `TransportError` that was thrown, and as `truncatedBody`
    /// for any other error. When the caller leaves, the task that runs `body` is cancelled and every write fails.
    public static func stream(_ status: Int = 200, headers: HTTPHeaders = [:], _ body: @escaping Stream) -> Self {
        Self(status: status, headers: headers, content: .stream(body))
    }

    /// No answer at all.
    public static func failure(_ error: TransportError) -> Self {
        Self(status: 200, content: .failure(error))
    }

    /// The same answer, given only when the gate is open. The request arrives at once.
    public func held(by gate: Gate) -> Self {
        var answer = self
        answer.gate = gate
        return answer
    }
}

extension ScriptedTransport.Answer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and headers, never the content.
    public var description: String {
        if case .failure(let error) = content { "\(error)" } else { "\(status) \(headers)" }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["answer": description]) }
}
