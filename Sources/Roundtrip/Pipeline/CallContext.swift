/// What the steps of one call share.
public struct CallContext: Sendable {
    /// The call's id, sent as `X-Request-ID` on every attempt.
    public let id: String
    /// The endpoint's name: its path template, which holds no ids and no personal data.
    public let endpoint: String
    /// Read once, before the first step of the row.
    public internal(set) var session: CallSession
    public let requiresAuth: Bool
    public let idempotency: Idempotency
    public let delivery: Delivery
    public let options: CallOptions
    public let time: any TimeSource
    /// What has happened so far.
    public let progress: CallProgress
    public let urgency: CallUrgency
    /// The trace that the call belongs to, in which every attempt is a span of its own; `nil`: no `traceparent` is sent.
    public let trace: TraceContext?
    /// Who gets to know what happens; `nil` if nobody does.
    package let observers: ObserverQueues?

    public init(
        id: String,
        endpoint: String,
        session: CallSession = .none,
        requiresAuth: Bool = true,
        idempotency: Idempotency = .byMethod,
        delivery: Delivery = .buffered(limit: 64 << 20),
        options: CallOptions = CallOptions(),
        time: any TimeSource = SystemTimeSource(),
        progress: CallProgress = CallProgress(),
        urgency: CallUrgency = CallUrgency(),
        trace: TraceContext? = nil,
        observers: ObserverQueues? = nil
    ) {
        self.id = id
        self.endpoint = endpoint
        self.session = session
        self.requiresAuth = requiresAuth
        self.idempotency = idempotency
        self.delivery = delivery
        self.options = options
        self.time = time
        self.progress = progress
        self.urgency = urgency
        self.trace = trace
        self.observers = observers
    }

    /// The time until the deadline, not below zero; `nil` if there is none.
    public var timeLeft: Duration? {
        urgency.deadline.map { max(.zero, $0 - time.uptime) }
    }

    /// The same call with counts and urgency of its own.
    package func detached() -> CallContext {
        CallContext(
            id: id, endpoint: endpoint, session: session, requiresAuth: requiresAuth, idempotency: idempotency,
            delivery: delivery, options: options, time: time, progress: CallProgress(),
            urgency: CallUrgency(deadline: urgency.deadline, priority: urgency.priority), trace: trace,
            observers: observers)
    }

    /// Tells the observers what has happened to the call. Where there are none, the event is not even made.
    public func record(_ kind: @autoclosure () -> NetworkEvent.Kind) {
        guard let observers else { return }
        observers.record(NetworkEvent(kind(), date: time.date, callID: id, endpoint: endpoint))
    }
}
