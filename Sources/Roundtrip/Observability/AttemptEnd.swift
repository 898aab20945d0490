public import Foundation

/// One exchange with the server, from the hand-over to the transport to the last byte.
public struct AttemptEnd: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        /// The whole answer came, whatever its status.
        case finished
        case failed(FailureCategory)
        /// The caller left, the call's deadline passed, or nobody read the stream to its end.
        case abandoned
    }

    /// Counts from 1 over retries, replays and redirects of the call.
    public let number: Int
    public let method: HTTPMethod
    /// When it was handed to the transport.
    public let started: Date
    /// How long it had waited before that for a place at the gate.
    public let gateWait: Duration?
    public let outcome: Outcome
    /// `nil` if no answer came.
    public let status: Int?
    /// As far as the platform tells; `total`, and the body's bytes, are always there once an answer came.
    public let metrics: ExchangeMetrics
    /// The ids that were sent as `traceparent`, to find the exchange in the server's traces.
    public let trace: TraceContext?
    /// The redacted messages; `nil` unless an observer `wantsDetails`.
    public let record: AttemptRecord?

    public init(
        number: Int,
        method: HTTPMethod,
        started: Date,
        outcome: Outcome,
        status: Int? = nil,
        metrics: ExchangeMetrics = ExchangeMetrics(),
        gateWait: Duration? = nil,
        trace: TraceContext? = nil,
        record: AttemptRecord? = nil
    ) {
        self.number = number
        self.method = method
        self.started = started
        self.outcome = outcome
        self.status = status
        self.metrics = metrics
        self.gateWait = gateWait
        self.trace = trace
        self.record = record
    }
}
