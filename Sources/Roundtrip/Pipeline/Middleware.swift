/// One step that every exchange passes on its way out, and its answer on the way back.
///
/// Write a middleware to change or observe calls; write a `Transport` to reach a server in another way. A step calls
/// `next` once to pass the request on, not at all to answer by itself, or again to repeat it.
///
/// ```swift
/// struct Signing: Middleware {
///     func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
///         var request = request
///         request.headers["X-Signature"] = sign(request)
///         return try await next(request)
///     }
/// }
/// ```
public protocol Middleware: Sendable {
    /// - Throws: `NetworkError`, `TransportError` or `CancellationError`. Any other error reaches the caller as
    ///   one of these, with the name of its type.
    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse
}

/// The rest of the row below a middleware. A test makes one from a closure.
public struct Next: Sendable {
    private let send: @Sendable (HTTPRequest) async throws -> HTTPResponse

    public init(_ send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        self.send = send
    }

    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request)
    }
}
