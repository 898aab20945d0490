/// What is known about how one exchange went; each field is there only where the platform tells it.
public struct ExchangeMetrics: Sendable, Hashable {
    /// From the call of the transport until the request began, a wait for a free connection included.
    public var queue: Duration?
    public var dns: Duration?
    public var connect: Duration?
    public var tls: Duration?
    /// From the start of the request to the first byte of the answer.
    public var firstByte: Duration?
    /// From the first byte of the answer to its last.
    public var transfer: Duration?
    /// From the call of the transport to the last byte.
    public var total: Duration?
    /// The protocol's ALPN name, such as `h2`.
    public var protocolName: String?
    public var isReusedConnection: Bool?
    public var bytesSent: Int?
    public var bytesReceived: Int?

    public init() {}
}
