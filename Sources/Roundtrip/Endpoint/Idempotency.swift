/// How a server can tell a repetition from a second order.
///
/// GET, HEAD, PUT, DELETE and OPTIONS may be repeated by their definition (RFC 9110, section 9.2.2). A POST or PATCH may be
/// repeated only with a key, sent as `Idempotency-Key` and the same on every attempt.
public enum Idempotency: Sendable, Hashable {
    /// As the method says; no key is sent.
    case byMethod
    /// A key is made once for each call.
    case generatedKey
    /// A key from the caller. Keep it from the first tap on, and a second tap after a lost answer cannot order twice.
    case key(String)
}

extension HTTPRequest {
    static let idempotencyKeyName = "Idempotency-Key"

    /// The key by which the server recognises a repetition, if the request carries one.
    var idempotencyKey: String? { headers[Self.idempotencyKeyName] }
}

extension HTTPResponse {
    /// Whether it answers the GET that a redirect has put in the place of this request, a POST that the server could not
    /// recognise: it has been carried out by then (RFC 9110, section 15.4.4), and sending it again would do its work twice.
    func followsCompletion(of request: HTTPRequest) -> Bool {
        self.request.method != request.method && !request.method.isIdempotent && request.idempotencyKey == nil
    }
}
