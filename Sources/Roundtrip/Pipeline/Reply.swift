/// A typed reply together with what is known about how it came.
public struct Reply<Value: Sendable>: Sendable {
    public let value: Value
    public let status: Int
    public let headers: HTTPHeaders
    /// The id to look for in the server's logs.
    public let requestID: String
    /// From the network, or from the cache and how old.
    public let source: HTTPResponse.Source
    /// How many requests were sent for this reply; 0 when it came from the cache.
    public let attempts: Int
    public let metrics: ExchangeMetrics
    /// Elements that a `LossyArray` or `LossyDictionary` in the value left out.
    public let drops: [LossyDrop]

    public init(
        value: Value,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        requestID: String = "",
        source: HTTPResponse.Source = .network,
        attempts: Int = 1,
        metrics: ExchangeMetrics = ExchangeMetrics(),
        drops: [LossyDrop] = []
    ) {
        self.value = value
        self.status = status
        self.headers = headers
        self.requestID = requestID
        self.source = source
        self.attempts = attempts
        self.metrics = metrics
        self.drops = drops
    }
}
