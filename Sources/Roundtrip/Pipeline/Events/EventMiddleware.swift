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
    let insecureHosts: Set<String>
    /// The chance that span ids are made of.
    let random: any RandomSource

    init(
        redaction: Redaction = Redaction(),
        baseURL: URL? = nil,
        version: String? = nil,
        insecureHosts: Set<String> = [],
        random: any RandomSource = SystemRandomSource()
    ) {
        self.redaction = redaction
        basePath = baseURL?.path() ?? ""
        self.version = version
        self.insecureHosts = insecureHosts
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
        // What the last check refuses is not sent, so it is no attempt.
        guard let observers = context.observers,
            RequestCheck.problem(with: request, delivery: context.delivery, insecureHosts: insecureHosts) == nil
        else { return try await next(request) }
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
                // Without the stream, which is to be dropped when its reader drops it.
                var head = response
                head.body = .data(Data())
                response.body = .stream(
                    stream.onEnd { [head] end, byteCount in attempt.end(end, byteCount: byteCount, response: head) })
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
