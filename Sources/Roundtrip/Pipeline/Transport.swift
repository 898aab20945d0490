/// Carries one exchange: sends the request as it is and hands over the answer.
///
/// Write a transport to reach a server in another way, or to stand in for one in a test; write a `Middleware` to change
/// or observe calls. A transport follows no redirect, retries nothing, caches nothing, and adds no cookie unless
/// `request.options` asks for it. It ends an exchange that is silent for longer than `request.options.idleTimeout`.
public protocol Transport: Sendable {
    /// Sends the request and returns its final answer, whatever the status.
    ///
    /// - Throws: `TransportError`, or `CancellationError` if the task was cancelled; nothing else. The same holds for
    ///   reading a streamed body.
    func send(_ request: HTTPRequest, delivery: Delivery) async throws -> HTTPResponse
}
