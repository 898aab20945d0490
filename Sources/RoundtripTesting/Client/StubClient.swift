import Foundation
public import Roundtrip

/// A client that replies with values, without requests, JSON or a transport: for tests and previews of features.
///
/// ```swift
/// let stub = StubClient()
/// stub.on(GetUser.self) { endpoint in User(id: endpoint.id, name: "Ada") }
/// stub.on("feed", returning: Page(items: []))
/// stub.on(DeleteUser.self, throwing: .sessionExpired)
///
/// let screen = ProfileScreen(client: stub)
/// await screen.load()
/// #expect(stub.calls(of: GetUser.self).map(\.id) == ["42"])
/// ```
///
/// Of several stubs that fit a call, the one that was added last answers it. A call that none fits throws
/// ``UnmatchedRequest``. A cancelled caller leaves at once with `CancellationError`, whatever the stub is waiting for.
///
/// To test what goes over the wire, use an `APIClient` over a ``ScriptedTransport`` or a ``LoopbackServer``.
public final class StubClient: HTTPClient {
    private let stubs = Locked<[Stub]>([])
    private let record = Locked<[Call]>([])
    private let arrivals = Tally()

    public init() {}

    func add(_ stub: Stub) {
        stubs.withLock { $0.append(stub) }
    }

    public func reply<E: Endpoint>(for endpoint: E, options: CallOptions) async throws -> Reply<E.Response> {
        try arrive(Call(endpoint, options: options, delivery: nil))
        let reply = try answer(to: endpoint, isOpened: false) { answer -> Stub.Reply<E.Response>? in
            switch answer {
            case .reply(let reply as Stub.Reply<E.Response>): reply
            case .failure(let fail): Stub.Reply { try await fail() }
            case .reply, .body: nil
            }
        }
        return try await Settlement.leaving {
            do {
                return try await reply.make()
            } catch {
                throw Self.allowed(error, of: endpoint)
            }
        }
    }

    public func open<E: Endpoint>(
        _ endpoint: E,
        delivery: Delivery,
        options: CallOptions
    ) async throws -> HTTPResponse {
        try arrive(Call(endpoint, options: options, delivery: delivery))
        let body = try answer(to: endpoint, isOpened: true) { answer -> Stub.Body? in
            switch answer {
            case .body(let body): body
            case .failure(let fail): { try await fail() }
            case .reply: nil
            }
        }
        let transport = ScriptedTransport { _ in
            do { return try await body() } catch { throw Self.allowed(error, of: endpoint) }
        }
        return try await Self.client(over: transport).open(endpoint, delivery: delivery, options: options)
    }

    private func arrive(_ call: Call) throws {
        try Task.checkCancellation()
        record.withLock { $0.append(call) }
        arrivals.add()
    }

    /// What the last of the stubs that fit the endpoint and have the wanted kind of answer says.
    private func answer<Answer>(
        to endpoint: some Endpoint,
        isOpened: Bool,
        _ wanted: (Stub.Answer) -> Answer?
    ) throws -> Answer {
        let answers = stubs.withLock { $0 }.reversed().compactMap { $0.answer(endpoint) }
        guard let answer = answers.lazy.compactMap(wanted).first else {
            throw UnmatchedRequest(endpoint, isOpened: isOpened, misfits: answers)
        }
        return answer
    }

    /// A client lets out `NetworkError` and `CancellationError` alone, and so does this one.
    private static func allowed(_ error: any Error, of endpoint: some Endpoint) -> any Error {
        if error is NetworkError || error is CancellationError { return error }
        return NetworkError.invalidRequest(
            "The stub for \(endpoint.path.template) threw an error of type \(type(of: error)). Throw a NetworkError.")
    }

    private static func client(over transport: ScriptedTransport) throws -> APIClient {
        guard let url = URL(string: "https://stub.invalid") else { throw NetworkError.invalidRequest("No stub URL.") }
        return APIClient(
            ClientConfiguration(environment: APIEnvironment(name: "stub", baseURL: url), transport: transport))
    }
}

// MARK: - What happened

extension StubClient {
    /// All calls so far, in the order in which they came.
    public var calls: [Call] { record.withLock { $0 } }

    /// The endpoints of this type that were called, in order.
    public func calls<E: Endpoint>(of type: E.Type) -> [E] {
        calls.compactMap { $0.endpoint as? E }
    }

    /// Waits until at least `count` calls have come and gives all that have. Returns early only if the waiting task is
    /// cancelled.
    @discardableResult
    public func calls(atLeast count: Int) async -> [Call] {
        await arrivals.reaches(count)
        return calls
    }
}
