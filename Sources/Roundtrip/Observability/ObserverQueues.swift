/// Hands events to observers without letting them slow or fail a call.
///
/// Each observer has a queue of its own that holds 1,024 events; what comes while it is full is lost for that observer
/// alone, and counted. While there is nothing to tell, no task exists.
public final class ObserverQueues: Sendable {
    /// The most events that wait for one observer.
    public static let capacity = 1024

    /// Whether an observer wants the redacted messages of attempts.
    package let wantsDetails: Bool
    private let queues: [ObserverQueue]

    public init(_ observers: [any Observer]) {
        wantsDetails = observers.contains(where: \.wantsDetails)
        queues = observers.map { ObserverQueue($0, capacity: Self.capacity) }
    }

    /// How many events were lost because an observer was too slow or failed, over all observers.
    public var lostEvents: Int { queues.reduce(0) { $0 + $1.lostEvents } }

    /// Returns when every observer has dealt with all events up to now: before a program ends, and in tests.
    public func drain() async {
        for queue in queues { await queue.drain() }
    }

    package func record(_ event: NetworkEvent) {
        for queue in queues { queue.add(event) }
    }
}

/// The events that wait for one observer.
private final class ObserverQueue: Sendable {
    private struct State {
        var events: ArraySlice<NetworkEvent> = []
        var isTelling = false
        var lost = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let observer: any Observer
    private let capacity: Int
    private let state = Locked(State())

    init(_ observer: any Observer, capacity: Int) {
        self.observer = observer
        self.capacity = capacity
    }

    var lostEvents: Int { state.withLock { $0.lost } }

    func add(_ event: NetworkEvent) {
        let isIdle = state.withLock { state in
            guard state.events.count < capacity else {
                state.lost += 1
                return false
            }
            state.events.append(event)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if isIdle { Task.detached { await self.tell() } }
    }

    private func tell() async {
        while let event = next() {
            do {
                try await observer.record(event)
            } catch {
                state.withLock { $0.lost += 1 }
            }
        }
    }

    /// The next event; when there is none, lets those go who wait for that.
    private func next() -> NetworkEvent? {
        let (event, waiting) = state.withLock { state -> (NetworkEvent?, [CheckedContinuation<Void, Never>]) in
            if let event = state.events.popFirst() { return (event, []) }
            state.isTelling = false
            defer { (state.waiting, state.events) = ([], []) }
            return (nil, state.waiting)
        }
        for waiter in waiting { waiter.resume() }
        return event
    }

    func drain() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isTelling { state.waiting.append(continuation) }
                return !state.isTelling
            }
            if isIdle { continuation.resume() }
        }
    }
}
