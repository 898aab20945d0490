public import Roundtrip

/// Stubs for endpoints that are types of their own.
extension StubClient {
    /// Replies to every endpoint of this type with the value that the closure makes of it.
    ///
    /// The closure may wait, for a `Gate` say, and throw a `NetworkError`.
    public func on<E: Endpoint>(_ type: E.Type, _ value: @escaping @Sendable (E) async throws -> E.Response) {
        onReply(type) { Reply(value: try await value($0)) }
    }

    /// Replies with always the same value, and only when `gate` is open, where there is one.
    public func on<E: Endpoint>(_ type: E.Type, returning value: E.Response, heldBy gate: Gate? = nil) {
        add(Stub(type) { _ in .value(value, heldBy: gate) })
    }

    /// Fails every call of this type, `open` included.
    public func on<E: Endpoint>(_ type: E.Type, throwing error: NetworkError, heldBy gate: Gate? = nil) {
        add(Stub(type) { _ in .failure(error, heldBy: gate) })
    }

    /// Replies with a value together with status, headers and all else that `reply(for:)` tells.
    public func onReply<E: Endpoint>(
        _ type: E.Type,
        _ reply: @escaping @Sendable (E) async throws -> Reply<E.Response>
    ) {
        add(Stub(type) { endpoint in .reply(Stub.Reply { try await reply(endpoint) }) })
    }

    /// Answers `open`, and so downloads and streams, with a status, headers and bytes.
    ///
    /// The bytes are handed over in the form that the call asks for. A status outside 200...299 fails the call.
    public func onOpen<E: Endpoint>(
        _ type: E.Type,
        _ answer: @escaping @Sendable (E) async throws -> ScriptedTransport.Answer
    ) {
        add(Stub(type) { endpoint in .body { try await answer(endpoint) } })
    }
}
