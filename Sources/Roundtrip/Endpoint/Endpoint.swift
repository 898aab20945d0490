/// One operation of an API as a value: what to send and what type comes back.
///
/// ```swift
/// struct GetUser: Endpoint {
///     typealias Response = User
///     let id: String
///     var path: EndpointPath { "users/\(id)" }
/// }
/// let user = try await client.send(GetUser(id: "42"))
/// ```
///
/// Host and version come from the environment. Everything but the path has a default. An endpoint needs no annotation in
/// a module whose default isolation is the main actor; its models there are written `nonisolated struct`.
public protocol Endpoint<Response>: Sendable {
    associatedtype Response: Sendable

    /// GET by default.
    var method: HTTPMethod { get }
    var path: EndpointPath { get }
    var query: RequestQuery { get }
    /// Added to every request of this endpoint; they win over the client's and the environment's own.
    var headers: HTTPHeaders { get }
    var body: RequestBody { get }
    /// Whether the call needs a signed-in user: `true` by default, without effect where no credential is configured.
    var requiresAuth: Bool { get }
    /// How a repetition is recognised: by the method, by default.
    var idempotency: Idempotency { get }
    var options: CallOptions { get }

    /// Makes the reply from a successful answer.
    ///
    /// There is a default for `Decodable` types, `Void`, `EmptyResponse`, `Optional`, `Data` and `String`. An endpoint
    /// that reads another format writes its own; what it throws reaches the caller as `NetworkError.decoding`.
    func read(_ response: HTTPResponse, with decoder: any ResponseDecoder) async throws -> Response
}

extension Endpoint {
    public var method: HTTPMethod { .get }
    public var query: RequestQuery { [:] }
    public var headers: HTTPHeaders { [:] }
    public var body: RequestBody { .none }
    public var requiresAuth: Bool { true }
    public var idempotency: Idempotency { .byMethod }
    public var options: CallOptions { CallOptions() }
}
