import Foundation

/// An exchange that has begun, and what will be told at its end.
struct RunningAttempt: Sendable {
    let context: CallContext
    let request: HTTPRequest
    let trace: TraceContext?
    let number: Int
    let started: Date
    let uptime: Duration
    let gateWait: Duration?
    /// `nil` if nobody wants the messages.
    let recorder: AttemptRecorder?

    /// - Parameter byteCount: How many bytes of a streamed body were read.
    func end(_ end: HTTPByteStream.End, byteCount: Int?, response: HTTPResponse?) {
        let outcome: AttemptEnd.Outcome =
            switch end {
            case .finished: .finished
            case .failed(let error): .failed(FailureCategory(any: error))
            case .abandoned: .abandoned
            }
        context.record(
            .attemptFinished(
                AttemptEnd(
                    number: number, method: request.method, started: started, outcome: outcome,
                    status: response?.status, metrics: metrics(of: response, byteCount), gateWait: gateWait,
                    trace: trace,
                    record: recorder?.record(of: request, response, context, isStreamed: byteCount != nil))))
    }

    /// What the platform measured, completed by what can be seen from here.
    private func metrics(of response: HTTPResponse?, _ byteCount: Int?) -> ExchangeMetrics {
        var metrics = response?.metrics ?? ExchangeMetrics()
        let total = metrics.total ?? context.time.uptime - uptime
        metrics.total = total
        if metrics.transfer == nil, let firstByte = metrics.firstByte {
            metrics.transfer = max(.zero, total - firstByte - (metrics.queue ?? .zero))
        }
        if metrics.bytesSent == nil {
            switch request.body {
            case .none: metrics.bytesSent = 0
            case .data(let data): metrics.bytesSent = data.count
            case .file, .stream, .oneShot: break
            }
        }
        if metrics.bytesReceived == nil, case .data(let data)? = response?.body { metrics.bytesReceived = data.count }
        if let byteCount { metrics.bytesReceived = max(byteCount, metrics.bytesReceived ?? 0) }
        return metrics
    }
}
