import Foundation

/// What a feature holds: the one thing it needs to make calls, and the one that a test replaces.
///
/// Every method throws `NetworkError` or `CancellationError`, nothing else, and may be called from any actor: building,
/// sending and decoding run on the global pool.
public protocol HTTPClient: Sendable {
    /// Sends the endpoint's request and returns its reply.
    func send<E: Endpoint>(_ endpoint: E, options: CallOptions) async throws -> E.Response

    /// Sends the endpoint's request and returns its reply with status, headers and how it came.
    func reply<E: Endpoint>(for endpoint: E, options: CallOptions) async throws -> Reply<E.Response>

    /// Sends the endpoint's request and hands over the answer's body as `delivery` says, without reading a reply from it.
    ///
    /// An answer that is not 2xx is thrown as `NetworkError.server`.
    func open<E: Endpoint>(_ endpoint: E, delivery: Delivery, options: CallOptions) async throws -> HTTPResponse
}

extension HTTPClient {
    public func send<E: Endpoint>(_ endpoint: E, options: CallOptions) async throws -> E.Response {
        try await reply(for: endpoint, options: options).value
    }

    public func send<E: Endpoint>(_ endpoint: E) async throws -> E.Response {
        try await send(endpoint, options: CallOptions())
    }

    /// The same for an endpoint that is a value, so that `client.send(.feed(cursor: nil))` finds it.
    public func send<Response>(_ request: Request<Response>) async throws -> Response {
        try await send(request, options: CallOptions())
    }

    /// So that `client.send(.feed(cursor: nil), options: CallOptions { $0.cache = .reload })` finds it too.
    public func send<Response>(_ request: Request<Response>, options: CallOptions) async throws -> Response {
        try await sendAny(request, options)
    }

    public func reply<E: Endpoint>(for endpoint: E) async throws -> Reply<E.Response> {
        try await reply(for: endpoint, options: CallOptions())
    }

    public func reply<Response>(for request: Request<Response>) async throws -> Reply<Response> {
        try await reply(for: request, options: CallOptions())
    }

    public func reply<Response>(for request: Request<Response>, options: CallOptions) async throws -> Reply<Response> {
        try await replyAny(request, options)
    }

    // Where the endpoint is generic, the client's own methods are meant, never those above.

    private func sendAny<E: Endpoint>(_ endpoint: E, _ options: CallOptions) async throws -> E.Response {
        try await send(endpoint, options: options)
    }

    private func replyAny<E: Endpoint>(_ endpoint: E, _ options: CallOptions) async throws -> Reply<E.Response> {
        try await reply(for: endpoint, options: options)
    }

    public func open<E: Endpoint>(_ endpoint: E, delivery: Delivery) async throws -> HTTPResponse {
        try await open(endpoint, delivery: delivery, options: CallOptions())
    }

    /// Sends a one-off request through the whole row; its name in logs and metrics is its host.
    public func send<Response: Decodable & Sendable>(
        _ request: HTTPRequest,
        as type: Response.Type,
        options: CallOptions = CallOptions()
    ) async throws -> Response {
        var options = options
        // A request whose options nobody has touched goes by the client's.
        if request.options != TransportOptions() { options.transport = request.options }
        let path = EndpointPath.absolute(request.url, name: request.url.host() ?? "request")
        let endpoint = Request<Response>(
            request.method,
            path,
            headers: request.headers,
            body: .body(request.body, contentType: request.headers["Content-Type"]),
            options: options
        ) { try await $0.decoded(as: type, with: $1) }
        return try await send(endpoint)
    }
}
