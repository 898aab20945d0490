public import Roundtrip

/// A transport that answers from a script, without sockets.
///
/// In order, one answer for each request:
///
/// ```swift
/// let transport = ScriptedTransport([.response(503), .json(#"{"id":1}"#)])
/// ```
///
/// or by request:
///
/// ```swift
/// let transport = ScriptedTransport { request in
///     switch (request.method, request.path) {
///     case (.get, "/users/42"): .json(#"{"id":42}"#)
///     default: nil
///     }
/// }
/// ```
///
/// It keeps the whole contract of `Transport`: the body is read to its end whatever its form, `delivery` is honoured with
/// all its limits, and a cancelled caller leaves at once, also while an answer is held. Time does not pass in it, so the
/// idle timeout strikes only where the script says `.failure(TransportError(.timeout, mayHaveBeenSent: true))`.
///
/// A request that the script has no answer for fails with `NetworkError.invalidRequest`, whose sentence names its method
/// and path. That is a fault of the test, so it takes the one way that reaches the test unchanged.
public final class ScriptedTransport: Transport {
    /// Answers one request; `nil` if the script does not know it.
    ///
    /// What it throws ends the exchange: a `TransportError` or `NetworkError` as it is, a `CancellationError` as a lost
    /// connection, anything else as a fault of the script.
    public typealias Handler = @Sendable (Request) async throws -> Answer?

    private let requests = Locked<[Request]>([])
    private let handler: Handler
    private let arrivals = Tally()
    private let disconnects = Tally()

    /// Answers every request with `handler`.
    public init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    /// Answers requests in the order in which they are complete. After the last answer every request fails.
    public convenience init(_ answers: [Answer]) {
        let rest = Locked(answers[...])
        self.init { _ in rest.withLock { $0.popFirst() } }
    }

    public func send(_ request: HTTPRequest, delivery: Delivery) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let exchange = ScriptedExchange(request, delivery: delivery) { [disconnects] in disconnects.add() }
        return try await exchange.response { [self] in try await answer(to: request, delivery: delivery) }
    }

    private func answer(to request: HTTPRequest, delivery: Delivery) async throws -> Answer {
        let received = Request(request, body: try await request.body.whole(), delivery: delivery)
        try Task.checkCancellation()
        requests.withLock { $0.append(received) }
        arrivals.add()
        guard let answer = try await scripted(received) else {
            throw Self.fault("has no answer for", received, "Add one to the script, or look why this was sent.")
        }
        guard answer.status >= 200 else {
            throw Self.fault("has an answer below 200 for", received, "Script the final answer alone.")
        }
        try await answer.gate?.wait()
        return answer
    }

    private func scripted(_ request: Request) async throws -> Answer? {
        do {
            return try await handler(request)
        } catch let error as TransportError {
            throw error
        } catch let error as NetworkError {
            throw error
        } catch is CancellationError {
            throw TransportError(.connectionLost, mayHaveBeenSent: true)
        } catch {
            throw Self.fault("failed with \(type(of: error)) on", request, "Throw TransportError for a failure.")
        }
    }

    private static func fault(_ what: String, _ request: Request, _ remedy: String) -> NetworkError {
        .invalidRequest("The script \(what) \(request.method) \(request.path). \(remedy)")
    }
}

// MARK: - What happened

extension ScriptedTransport {
    /// All complete requests so far, in the order in which they came.
    public var received: [Request] { requests.withLock { $0 } }

    /// Waits until at least `count` requests have come and gives all that have.
    ///
    /// This and its sister below return early only if the waiting task is cancelled.
    @discardableResult
    public func requests(atLeast count: Int) async -> [Request] {
        await arrivals.reaches(count)
        return received
    }

    /// How many exchanges their caller left before the end: cancelled, dropped unread, or over a limit.
    public var disconnectCount: Int { disconnects.count }

    /// Waits until callers have left at least `count` exchanges.
    public func disconnects(atLeast count: Int) async {
        await disconnects.reaches(count)
    }
}
