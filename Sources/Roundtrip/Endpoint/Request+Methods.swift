public import Foundation

extension Request where Response: Decodable {
    /// A request for a reply that is decoded: a model, an `Optional` of one, `EmptyResponse`, `Data` or `String`.
    public init(
        _ method: HTTPMethod,
        _ path: EndpointPath,
        query: RequestQuery = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody = .none,
        requiresAuth: Bool = true,
        idempotency: Idempotency = .byMethod,
        options: CallOptions = CallOptions()
    ) {
        self.init(
            method, path, query: query, headers: headers, body: body, requiresAuth: requiresAuth,
            idempotency: idempotency, options: options
        ) { try await $0.decoded(as: Response.self, with: $1) }
    }

    public static func get(_ path: EndpointPath, query: RequestQuery = [:]) -> Self {
        Self(.get, path, query: query)
    }

    /// A request to a whole URL, such as the link to a next page; `name` stands for it in logs and metrics.
    public static func get(url: URL, name: String) -> Self {
        Self(.get, .absolute(url, name: name))
    }

    public static func post(
        _ path: EndpointPath,
        body: (any Encodable & Sendable)? = nil,
        idempotency: Idempotency = .byMethod
    ) -> Self {
        Self(.post, path, body: RequestBody(encoding: body), idempotency: idempotency)
    }

    public static func put(_ path: EndpointPath, body: (any Encodable & Sendable)? = nil) -> Self {
        Self(.put, path, body: RequestBody(encoding: body))
    }

    public static func patch(
        _ path: EndpointPath,
        body: (any Encodable & Sendable)? = nil,
        idempotency: Idempotency = .byMethod
    ) -> Self {
        Self(.patch, path, body: RequestBody(encoding: body), idempotency: idempotency)
    }

    public static func delete(_ path: EndpointPath, query: RequestQuery = [:]) -> Self {
        Self(.delete, path, query: query)
    }
}

extension Request where Response == Void {
    /// A request whose reply has no content that matters.
    public init(
        _ method: HTTPMethod,
        _ path: EndpointPath,
        query: RequestQuery = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody = .none,
        requiresAuth: Bool = true,
        idempotency: Idempotency = .byMethod,
        options: CallOptions = CallOptions()
    ) {
        self.init(
            method, path, query: query, headers: headers, body: body, requiresAuth: requiresAuth,
            idempotency: idempotency, options: options
        ) { _, _ in }
    }

    public static func get(_ path: EndpointPath, query: RequestQuery = [:]) -> Self {
        Self(.get, path, query: query)
    }

    /// Asks for the headers alone; read them from `reply(for:)`.
    public static func head(_ path: EndpointPath, query: RequestQuery = [:]) -> Self {
        Self(.head, path, query: query)
    }

    public static func post(
        _ path: EndpointPath,
        body: (any Encodable & Sendable)? = nil,
        idempotency: Idempotency = .byMethod
    ) -> Self {
        Self(.post, path, body: RequestBody(encoding: body), idempotency: idempotency)
    }

    public static func put(_ path: EndpointPath, body: (any Encodable & Sendable)? = nil) -> Self {
        Self(.put, path, body: RequestBody(encoding: body))
    }

    public static func patch(
        _ path: EndpointPath,
        body: (any Encodable & Sendable)? = nil,
        idempotency: Idempotency = .byMethod
    ) -> Self {
        Self(.patch, path, body: RequestBody(encoding: body), idempotency: idempotency)
    }

    public static func delete(_ path: EndpointPath, query: RequestQuery = [:]) -> Self {
        Self(.delete, path, query: query)
    }
}

extension RequestBody {
    fileprivate init(encoding model: (any Encodable & Sendable)?) {
        if let model {
            self = .encoded(model)
        } else {
            self = .none
        }
    }
}
