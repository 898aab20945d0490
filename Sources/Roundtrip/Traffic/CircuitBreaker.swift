/// Fails calls at once while their server is down, instead of letting each one wait. Opt in with
/// `ClientConfiguration.circuitBreaker`.
///
/// After 5 failures in a row an origin's circuit opens: for 30 seconds calls end with `NetworkError.circuitOpen`, which
/// says when it will be tried again. Then one call is let through; if it succeeds the circuit closes, otherwise it stays
/// open for as long again. Failures are timeouts, lost and refused connections, 502, 503 and 504: a 500 is an answer of
/// one request, not of the whole server.
public final class CircuitBreaker: Middleware {
    public struct Thresholds: Hashable, Sendable {
        /// So many failures in a row open the circuit.
        public var failures: Int
        /// How long it stays open.
        public var openFor: Duration

        public init(failures: Int = 5, openFor: Duration = .seconds(30)) {
            self.failures = max(1, failures)
            self.openFor = max(.zero, openFor)
        }
    }

    private let thresholds: Thresholds
    private let states = Locked([Origin: BreakerState]())

    public init(thresholds: Thresholds = Thresholds()) {
        self.thresholds = thresholds
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let origin = Origin(request.url) else { return try await next(request) }
        if let wait = update(origin, context, { $0.admit(at: context.time.uptime) }) {
            throw NetworkError.circuitOpen(retryAfter: wait)
        }
        do {
            let response = try await next(request)
            let isDown = [502, 503, 504].contains(response.status)
            update(origin, context) { $0.record(isDown ? .failure : .success, at: context.time.uptime) }
            return response
        } catch {
            update(origin, context) { $0.record(Self.outcome(of: error), at: context.time.uptime) }
            throw error
        }
    }

    @discardableResult
    private func update<Value: Sendable>(
        _ origin: Origin,
        _ context: CallContext,
        _ change: (inout BreakerState) -> Value
    ) -> Value {
        let (value, before, after) = states.withLock { states in
            var state = states[origin] ?? BreakerState(thresholds: thresholds)
            let before = state.phase.name
            let value = change(&state)
            states[origin] = state
            return (value, before, state.phase.name)
        }
        if before != after { context.record(.circuitChanged(host: origin.host, after)) }
        return value
    }

    private static func outcome(of error: any Error) -> BreakerState.Outcome {
        switch (error as? TransportError)?.kind {
        case .timeout, .connectionLost, .cannotConnect, .truncatedBody: .failure
        default: .unclear
        }
    }
}
