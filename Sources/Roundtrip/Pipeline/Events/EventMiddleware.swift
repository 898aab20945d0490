import Foundation

/// Tells the observers about every real exchange, and makes each a span of the call's trace.
///
/// It stands innermost, so that retries, replays and redirect hops each are an attempt of their own. A request that
/// already carries a `traceparent` keeps it.
struct EventMiddleware: Middleware {
    let redaction: Redaction
    /// Path and version of the environment, which may be shown.
    let basePath: String
    let version: String?
    /// The chance that span ids are made of.
    let random: any RandomSource

    init(
        redaction: Redaction = Redaction(),
        baseURL: URL? = nil,
        version: String? = nil,
        random: any RandomSource = SystemRandomSource()
    ) {
        self.redaction = redaction
        basePath = baseURL?.path() ?? ""
        self.version = version
        self.random = random
    }

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let trace = context.trace?.child(random: random), !request.headers.contains("traceparent") else {
            return try await exchange(request, context, nil, next)
        }
        var request = request
        request.headers["traceparent"] = trace.traceparent
        request.headers["tracestate"] = trace.tracestate
        return try await TraceContext.$current.withValue(trace) {
            try await exchange(request, context, trace, next)
        }
    }

    private func exchange(
        _ request: HTTPRequest,
        _ context: CallContext,
        _ trace: TraceContext?,
        _ next: Next
    ) async throws -> HTTPResponse {
        guard let observers = context.observers else { return try await next(request) }
        if let origin = Origin(request.url), !origin.isSecure { context.record(.insecureHostUsed(host: origin.host)) }
        let attempt = RunningAttempt(
            context: context, request: request, trace: trace, number: context.progress.exchanges + 1,
            started: context.time.date, uptime: context.time.uptime,
            gateWait: context.progress.takeGateWait(),
            recorder: observers.wantsDetails
                ? AttemptRecorder(redaction: redaction, basePath: basePath, version: version) : nil)
        context.record(.attemptStarted(number: attempt.number, method: request.method))
        do {
            var response = try await next(request)
            if case .stream(let stream) = response.body {
                let head = response
                response.body = .stream(stream.onEnd { attempt.end($0, byteCount: $1, response: head) })
            } else {
                attempt.end(.finished, byteCount: nil, response: response)
            }
            return response
        } catch {
            attempt.end(error is CancellationError ? .abandoned : .failed(error), byteCount: nil, response: nil)
            throw error
        }
    }
}
