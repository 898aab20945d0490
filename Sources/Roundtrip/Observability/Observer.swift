/// Gets to know what happens to calls: for logs, metrics and messages of the whole app.
public protocol Observer: Sendable {
    /// Called for one event after the other, in order, away from the call: it may take its time.
    func record(_ event: NetworkEvent) async
}

/// Hands events to observers without letting them slow or fail a call.
///
/// Each observer has a queue of its own that holds 1,024 events; what comes while it is full is lost for that observer
/// alone, and counted.
public final class ObserverQueues: Sendable {
    /// The most events that wait for one observer.
    public static let capacity = 1024

    private let queues: [AsyncStream<NetworkEvent>.Continuation]
    private let lost = Locked(0)

    public init(_ observers: [any Observer]) {
        queues = observers.map { observer in
            let (events, queue) = AsyncStream.makeStream(
                of: NetworkEvent.self, bufferingPolicy: .bufferingOldest(Self.capacity))
            Task {
                for await event in events { await observer.record(event) }
            }
            return queue
        }
    }

    deinit {
        for queue in queues { queue.finish() }
    }

    /// How many events were lost because an observer was too slow, over all observers.
    public var lostEvents: Int { lost.withLock { $0 } }

    package func record(_ event: NetworkEvent) {
        for queue in queues {
            if case .dropped = queue.yield(event) { lost.withLock { $0 += 1 } }
        }
    }
}
