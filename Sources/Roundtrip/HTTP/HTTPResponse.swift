public import Foundation

/// The answer to one request: status, headers, and a body in the form that was asked for.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case data(Data)
        case stream(HTTPByteStream)
        /// The file that the body was written to, complete.
        case file(URL)
    }

    /// Where the answer comes from.
    public enum Source: Sendable, Hashable {
        case network
        /// Stored earlier and still fresh.
        case cache(age: Duration)
        /// Stored earlier; the server has just confirmed it.
        case revalidated
        /// Stored earlier and no longer fresh, served because that was allowed.
        case stale(age: Duration)
    }

    public var status: Int
    public var headers: HTTPHeaders
    public var body: Body
    /// The request that this answers: after redirects the last hop, with the headers that were sent.
    public var request: HTTPRequest
    public var source: Source
    public var metrics: ExchangeMetrics

    public init(
        status: Int,
        headers: HTTPHeaders = [:],
        body: Body = .data(Data()),
        request: HTTPRequest,
        source: Source = .network,
        metrics: ExchangeMetrics = ExchangeMetrics()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.request = request
        self.source = source
        self.metrics = metrics
    }

    /// 200 to 299 (RFC 9110, section 15.3).
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The body if it is buffered, otherwise empty.
    public var data: Data {
        if case .data(let data) = body { data } else { Data() }
    }

    public var contentType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, headers and the size of the body, never its content.
    public var description: String {
        "\(status) \(headers), \(body)"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

extension HTTPResponse.Body: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind and, where it is known, the size; never a byte of the content nor a file's path.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .stream: "a stream"
        case .file: "a file"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
