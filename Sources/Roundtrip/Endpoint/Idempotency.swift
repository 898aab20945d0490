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
