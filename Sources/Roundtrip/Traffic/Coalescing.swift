import Foundation

/// Lets identical reads that are in flight together share one exchange. Opt in with `options.coalesces`.
///
/// Identical means: method, URL, session and headers, other than the call's own id, and whatever else decides what the
/// caller gets: what happens to redirects, how large the body may be, the transport's options. The exchange runs in a task of its
/// own, under the latest deadline and the highest priority of those who wait; each of them keeps its own deadline and
/// leaves at once when cancelled. When the last one has left, the exchange is cancelled.
public final class Coalescing: Middleware {
    private let shared = Locked([Key: SharedExchange]())

    public init() {}

    private struct Key: Hashable {
        let method: HTTPMethod
        let url: URL
        let headers: HTTPHeaders
        let session: CallSession
        let requiresAuth: Bool
        let redirects: RedirectMode
        let delivery: Delivery
        let transport: TransportOptions
        let hasFallback: Bool
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard context.options.coalesces, request.method == .get || request.method == .head, request.body.isNone,
            case .buffered = context.delivery
        else { return try await next(request) }
        let key = key(request, context)
        let (exchange, isNew) = shared.withLock { shared -> (SharedExchange, Bool) in
            // One whose callers have all left is about to be cancelled, and is not joined.
            if let running = shared[key], running.join(context.urgency, callID: context.id) { return (running, false) }
            let exchange = SharedExchange(context: context.detached())
            shared[key] = exchange
            return (exchange, true)
        }
        if isNew {
            exchange.start {
                try await next(request, for: exchange.context)
            } onEnd: { [weak self, weak exchange] in
                // By identity: meanwhile another exchange may stand under the same key.
                self?.shared.withLock { if $0[key] === exchange { $0[key] = nil } }
            }
        }
        let result = try await exchange.value()
        context.progress.adopt(exchange.context.progress)
        return try result.get()
    }

    /// How many calls share the exchanges that are in flight.
    var callerCount: Int { shared.withLock { $0.values.reduce(0) { $0 + $1.callerCount } } }

    private func key(_ request: HTTPRequest, _ context: CallContext) -> Key {
        var headers = request.headers
        for name in ["X-Request-ID", "traceparent", "tracestate"] { headers[name] = nil }
        return Key(
            method: request.method, url: request.url, headers: headers, session: context.session,
            requiresAuth: context.requiresAuth, redirects: context.options.redirects, delivery: context.delivery,
            transport: request.options, hasFallback: request.hasFallback)
    }
}

extension CallOptions {
    private enum CoalescesKey: CallOptionKey { static let defaultValue = false }

    /// Whether the call may share the exchange of an identical one that is in flight.
    public var coalesces: Bool {
        get { self[CoalescesKey.self] }
        set { self[CoalescesKey.self] = newValue }
    }
}
