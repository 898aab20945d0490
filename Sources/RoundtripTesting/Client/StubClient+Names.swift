public import Roundtrip

/// Stubs for endpoints that are values, found by their name: the path with `{}` in place of every value.
///
/// Where several methods share a path, say which one is meant. The type of the value must be the endpoint's `Response`
/// exactly: for a `Request<User?>` that is `User?`.
extension StubClient {
    /// Replies with always the same value, and only when `gate` is open, where there is one.
    public func on<Value: Sendable>(
        _ name: String,
        method: HTTPMethod? = nil,
        returning value: Value,
        heldBy gate: Gate? = nil
    ) {
        add(Stub(name, method) { _ in .value(value, heldBy: gate) })
    }

    /// Fails every call of this name, `open` included.
    public func on(_ name: String, method: HTTPMethod? = nil, throwing error: NetworkError, heldBy gate: Gate? = nil) {
        add(Stub(name, method) { _ in .failure(error, heldBy: gate) })
    }

    /// Replies with what the closure makes of the endpoint: a value with status, headers and all else that `reply(for:)`
    /// tells.
    ///
    /// ```swift
    /// stub.onReply("users") { (request: Request<[User]>) in Reply(value: users(matching: request.query)) }
    /// ```
    public func onReply<Value>(
        _ name: String,
        method: HTTPMethod? = nil,
        _ reply: @escaping @Sendable (Request<Value>) async throws -> Reply<Value>
    ) {
        add(
            Stub(name, method) { endpoint in
                guard let request = endpoint as? Request<Value> else { return nil }
                return .reply(Stub.Reply { try await reply(request) })
            })
    }

    /// Answers `open`, and so downloads and streams, with a status, headers and bytes.
    ///
    /// The bytes are handed over in the form that the call asks for. A status outside 200...299 fails the call.
    public func onOpen(
        _ name: String,
        method: HTTPMethod? = nil,
        _ answer: @escaping @Sendable () async throws -> ScriptedTransport.Answer
    ) {
        add(Stub(name, method) { _ in .body { try await answer() } })
    }
}
