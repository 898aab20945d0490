import Foundation

/// One call on its way: its first request, and what its steps share.
struct Call: Sendable {
    let request: HTTPRequest
    let context: CallContext

    /// Runs the call, and lets nothing out but `NetworkError` and `CancellationError`.
    ///
    /// - Parameter body: Is to report the end of a call that succeeds; that of any other is reported here.
    func ending<Value: Sendable>(_ body: (CallReport) async throws -> Value) async throws -> Value {
        let report = CallReport(context, method: request.method)
        do {
            return try await body(report)
        } catch {
            let ending = ending(with: error, isCancelled: Task.isCancelled)
            report.end(ending)
            throw ending
        }
    }

    /// Runs the exchange under the call's deadline: when that passes, the exchange is cancelled and the call ends.
    ///
    /// While a file is received it is the transport that watches the time to the head, and the body takes as long as it
    /// takes.
    func beforeDeadline(
        _ exchange: @escaping @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard let timeLeft = context.timeLeft else { return try await exchange() }
        guard timeLeft > .zero else { throw TransportError(.timeout, mayHaveBeenSent: false) }
        return try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
            group.addTask { try await exchange() }
            group.addTask {
                try await context.time.sleep(for: timeLeft)
                if case .file = context.delivery, context.progress.isInFlight { return nil }
                throw TransportError(.timeout, mayHaveBeenSent: context.progress.hasLostAnswer)
            }
            defer { group.cancelAll() }
            while let finished = try await group.next() {
                if let response = finished { return response }
            }
            throw CancellationError()
        }
    }

    /// What the caller is told when this error came up.
    ///
    /// A cancelled caller is told just that. A `CancellationError` that nobody asked for, such as one from a middleware's
    /// own timer, is not passed on as a cancellation: the caller is still there and waits for an answer.
    func ending(with error: any Error, isCancelled: Bool) -> any Error {
        guard !isCancelled else { return CancellationError() }
        switch error {
        case let error as NetworkError: return afterEarlierAttempts(error)
        case let error as DecodingFailure: return NetworkError.decoding(error.from(request: context.id))
        case let error as TransportError: return networkError(for: error)
        default:
            let kind = TransportError.Kind.middleware(errorType: "\(type(of: error))")
            let wasSent = context.progress.exchanges > 0
            return wasSent
                ? networkError(for: TransportError(kind, mayHaveBeenSent: true))
                : NetworkError.invalidRequest("A middleware failed with an error of type \(type(of: error)).")
        }
    }

    /// An error that ends a call after an earlier attempt may have been carried out does not make that known: what came
    /// last may be a 503, an open circuit or a session that has ended.
    private func afterEarlierAttempts(_ error: NetworkError) -> NetworkError {
        guard !request.method.isIdempotent else { return error }
        switch error {
        case .server(var answer):
            // A redirect that turns a POST into a GET follows when the POST is done.
            let wasRedirected = answer.method == .get && context.progress.exchanges > 1
            guard wasRedirected || context.progress.lostAnswer != nil else { return error }
            answer.earlierOutcomeIsKnown = false
            return .server(answer)
        case .decoding, .responseTooLarge, .outcomeUnknown:
            return error
        default:
            guard let lost = context.progress.lostAnswer else { return error }
            return .outcomeUnknown(lost, idempotencyKey: request.idempotencyKey)
        }
    }

    /// The last attempt alone does not tell whether the request was sent: an earlier one may have lost its answer.
    private func networkError(for error: TransportError) -> NetworkError {
        let wasSent = error.mayHaveBeenSent || context.progress.hasLostAnswer
        return NetworkError(
            TransportError(error.kind, code: error.code, mayHaveBeenSent: wasSent),
            method: request.method, host: request.url.host(), idempotencyKey: request.idempotencyKey)
    }
}

extension DecodingFailure {
    fileprivate func from(request id: String) -> DecodingFailure {
        var result = self
        result.requestID = id
        return result
    }
}
