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
    typealias Send = @Sendable (HTTPRequest, CallContext) async throws -> HTTPResponse

    private enum Rest: Sendable {
        case closure(@Sendable (HTTPRequest) async throws -> HTTPResponse)
        case row(CallContext, Send)
    }

    private let rest: Rest

    public init(_ send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        rest = .closure(send)
    }

    /// The rest of a real row, on behalf of this call.
    init(_ context: CallContext, _ send: @escaping Send) {
        rest = .row(context, send)
    }

    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch rest {
        case .closure(let send): try await send(request)
        case .row(let context, let send): try await send(request, context)
        }
    }

    /// Sends the request on behalf of another call: an exchange that several share, or one that belongs to nobody.
    func callAsFunction(_ request: HTTPRequest, for context: CallContext) async throws -> HTTPResponse {
        switch rest {
        case .closure(let send): try await send(request)
        case .row(_, let send): try await send(request, context)
        }
    }
}
