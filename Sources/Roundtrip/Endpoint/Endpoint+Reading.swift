/// How each kind of reply is read from a 2xx answer.
///
/// | reply type | 204, 205, HEAD, no bytes, white space, `null` | anything else |
/// |---|---|---|
/// | `Void` | succeeds | succeeds, the body is not looked at |
/// | `EmptyResponse` | succeeds | succeeds, whatever JSON it is |
/// | `Optional` | `nil` | as the type it wraps |
/// | other `Decodable` | `DecodingFailure.emptyBody` | decoded |
/// | `Data` | the bytes as they are | the bytes |
/// | `String` | the text as it is | the text in its declared charset |
extension Endpoint where Response: Decodable {
    public func read(_ response: HTTPResponse, with decoder: any ResponseDecoder) async throws -> Response {
        try await response.decoded(as: Response.self, with: decoder)
    }
}

extension Endpoint where Response == Void {
    public func read(_ response: HTTPResponse, with decoder: any ResponseDecoder) async throws {}
}
