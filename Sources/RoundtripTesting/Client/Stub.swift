import Roundtrip

/// What a test told a `StubClient` to do with some calls.
struct Stub: Sendable {
    typealias Body = @Sendable () async throws -> ScriptedTransport.Answer

    enum Answer: Sendable {
        /// A `Reply` for one type of value, which only calls for that very type can use.
        case reply(any Sendable)
        case body(Body)
        case failure(@Sendable () async throws -> Never)
    }

    struct Reply<Value: Sendable>: Sendable {
        let make: @Sendable () async throws -> Roundtrip.Reply<Value>
    }

    /// The answer to an endpoint, or `nil` if the stub is not meant for it.
    let answer: @Sendable (any Endpoint) -> Answer?

    /// For every endpoint of a type.
    init<E: Endpoint>(_ type: E.Type, _ answer: @escaping @Sendable (E) -> Answer) {
        self.answer = { ($0 as? E).map(answer) }
    }

    /// For every endpoint of a name, and of a method where one is given.
    init(_ name: String, _ method: HTTPMethod?, _ answer: @escaping @Sendable (any Endpoint) -> Answer?) {
        let name = name.hasPrefix("/") ? String(name.dropFirst()) : name
        self.answer = { endpoint in
            endpoint.path.template == name && (method == nil || method == endpoint.method) ? answer(endpoint) : nil
        }
    }
}

extension Stub.Answer {
    static func value<Value: Sendable>(_ value: Value, heldBy gate: Gate?) -> Stub.Answer {
        .reply(
            Stub.Reply<Value> {
                try await gate?.wait()
                return Reply(value: value)
            })
    }

    static func failure(_ error: NetworkError, heldBy gate: Gate?) -> Stub.Answer {
        .failure {
            try await gate?.wait()
            throw error
        }
    }
}
