import Foundation

/// Makes the request of an endpoint: pure, and the only place where an endpoint's parts become a URL and headers.
struct RequestBuilder: Sendable {
    let environment: APIEnvironment
    let encoder: any RequestEncoder

    /// - Parameter makeKey: Asked for an idempotency key if the call needs one; the request keeps it on every attempt.
    func request(
        for endpoint: some Endpoint,
        options: CallOptions,
        makeKey: () -> String
    ) throws(NetworkError) -> HTTPRequest {
        let path = endpoint.path
        let url = try environment.url(for: path, version: options.version, query: endpoint.query)
        let (body, contentType) = try content(of: endpoint.body)
        var headers = endpoint.headers
        if case .relative = path.target { headers = environment.headers.overlaid(with: headers) }
        if let contentType, !body.isNone { headers.setDefault("Content-Type", contentType) }
        switch options.idempotency ?? endpoint.idempotency {
        case .byMethod: break
        case .generatedKey: headers.setDefault(HTTPRequest.idempotencyKeyName, makeKey())
        case .key(let key): headers[HTTPRequest.idempotencyKeyName] = key
        }
        return HTTPRequest(
            method: endpoint.method, url: url, headers: headers, body: body, options: options.transport)
    }

    /// The encoded body. An error's own description is left out, because it may quote a value.
    private func content(of body: RequestBody) throws(NetworkError) -> (body: HTTPBody, contentType: String?) {
        do {
            return try body.make(encoder)
        } catch {
            throw .invalidRequest("The body could not be encoded: \(type(of: error)).")
        }
    }
}
