/// Lets a limited number of exchanges with each origin run at a time; the others wait by priority.
///
/// A call that waits for its backoff or for a token holds no place. Within a priority it is first come, first served, and
/// every fourth place goes to whoever has waited longest, so that a stream of urgent calls starves nobody. The place of a
/// stream is freed when its head is there.
public final class ConcurrencyGate: Middleware {
    /// How many exchanges an origin gets.
    public struct Limits: Sendable, Hashable {
        /// URLSession opens as many HTTP/1 connections to a host.
        public var perOrigin: Int
        /// Once an origin has answered over HTTP/2 or 3, which carry many exchanges on one connection.
        public var multiplexed: Int

        public init(perOrigin: Int = 6, multiplexed: Int = 64) {
            self.perOrigin = max(1, perOrigin)
            self.multiplexed = max(1, multiplexed)
        }
    }

    private typealias Queue = GateQueue<CheckedContinuation<Void, any Error>>

    private let limits: Limits
    private let queues = Locked([Origin: Queue]())

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let origin = Origin(request.url) else { return try await next(request) }
        let arrived = context.observers.map { _ in context.time.uptime }
        try await enter(origin, context.urgency)
        if let arrived { context.progress.waitedAtGate(context.time.uptime - arrived) }
        do {
            let response = try await next(request)
            leave(origin, isMultiplexed: response.metrics.isMultiplexed)
            return response
        } catch {
            leave(origin, isMultiplexed: false)
            throw error
        }
    }

    private func enter(_ origin: Origin, _ urgency: CallUrgency) async throws {
        let number = Locked<Int?>(nil)
        defer { urgency.onRise(nil) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = queues.withLock { queues -> Result<Void, any Error>? in
                    // A cancellation from now on finds the number in the queue.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    var queue = queues[origin] ?? Queue(limit: limits.perOrigin)
                    defer { queues[origin] = queue }
                    if queue.admit() { return .success(()) }
                    let drawn = queue.wait(urgency.priority, continuation)
                    number.withLock { $0 = drawn }
                    return nil
                }
                if let result { return continuation.resume(with: result) }
                // It is told at once if the call has become more urgent since it drew its number.
                urgency.onRise { [weak self] priority in self?.raise(number, to: priority, at: origin) }
            }
        } onCancel: {
            let waiting = queues.withLock { queues in
                number.withLock { $0 }.flatMap { queues[origin]?.remove($0) }
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    /// How many calls wait for a place, over all origins.
    var waitingCount: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.waitingCount } } }

    private func raise(_ number: Locked<Int?>, to priority: CallPriority, at origin: Origin) {
        queues.withLock { queues in
            if let number = number.withLock({ $0 }) { queues[origin]?.raise(number, to: priority) }
        }
    }

    private func leave(_ origin: Origin, isMultiplexed: Bool) {
        let admitted = queues.withLock { queues -> [CheckedContinuation<Void, any Error>] in
            guard var queue = queues[origin] else { return [] }
            if isMultiplexed { queue.limit = limits.multiplexed }
            let admitted = queue.leave()
            // An origin that nobody uses takes no memory, unless there is something to remember about it.
            queues[origin] = queue.isIdle && queue.limit == limits.perOrigin ? nil : queue
            return admitted
        }
        for continuation in admitted { continuation.resume() }
    }
}

extension ExchangeMetrics {
    fileprivate var isMultiplexed: Bool {
        protocolName.map { $0.hasPrefix("h2") || $0.hasPrefix("h3") } ?? false
    }
}
