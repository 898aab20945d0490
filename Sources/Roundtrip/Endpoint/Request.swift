/// An endpoint as a value, for APIs that are described by functions rather than by types.
///
/// ```swift
/// extension Request where Response == Page<Post> {
///     static func feed(cursor: String?) -> Self { .get("feed", query: ["cursor": cursor]) }
/// }
/// let page = try await client.send(.feed(cursor: nil))
/// ```
public struct Request<Response: Sendable>: Endpoint {
    public typealias Reader = @Sendable (HTTPResponse, any ResponseDecoder) async throws -> Response

    public var method: HTTPMethod
    public var path: EndpointPath
    public var query: RequestQuery
    public var headers: HTTPHeaders
    public var body: RequestBody
    public var requiresAuth: Bool
    public var idempotency: Idempotency
    public var options: CallOptions
    private let reader: Reader

    /// A request whose reply is made by `read`, for formats of the endpoint's own.
    public init(
        _ method: HTTPMethod,
        _ path: EndpointPath,
        query: RequestQuery = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody = .none,
        requiresAuth: Bool = true,
        idempotency: Idempotency = .byMethod,
        options: CallOptions = CallOptions(),
        read: @escaping Reader
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.requiresAuth = requiresAuth
        self.idempotency = idempotency
        self.options = options
        self.reader = read
    }

    public func read(_ response: HTTPResponse, with decoder: any ResponseDecoder) async throws -> Response {
        try await reader(response, decoder)
    }
}
