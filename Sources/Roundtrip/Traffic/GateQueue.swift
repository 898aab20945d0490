/// Stands for one waiting call. Its priority is looked up when a place is free, since it can rise meanwhile.
final class GateTicket: Sendable {
    let urgency: CallUrgency

    init(urgency: CallUrgency) {
        self.urgency = urgency
    }
}

/// The places of one origin, and who waits for one, each with what wakes it.
struct GateQueue<Waker> {

    var limit: Int
    private var taken = 0
    private var waiting: [(ticket: GateTicket, waker: Waker)] = []
    private var grants = 0

    /// Every so many places go to whoever has waited longest.
    private let fairShare = 4

    init(limit: Int) {
        self.limit = limit
    }

    var isIdle: Bool { taken == 0 && waiting.isEmpty }

    /// Takes a place if one is free and nobody waits for it.
    mutating func admit() -> Bool {
        guard taken < limit, waiting.isEmpty else { return false }
        taken += 1
        return true
    }

    mutating func wait(_ ticket: GateTicket, _ waker: Waker) {
        waiting.append((ticket, waker))
    }

    mutating func remove(_ ticket: GateTicket) -> Waker? {
        guard let index = waiting.firstIndex(where: { $0.ticket === ticket }) else { return nil }
        return waiting.remove(at: index).waker
    }

    /// Frees a place, and returns those whose turn it is.
    mutating func leave() -> [Waker] {
        taken -= 1
        var admitted: [Waker] = []
        while taken < limit, let index = nextIndex {
            admitted.append(waiting.remove(at: index).waker)
            taken += 1
            grants += 1
        }
        return admitted
    }

    private var nextIndex: Int? {
        guard !waiting.isEmpty else { return nil }
        guard grants % fairShare != fairShare - 1 else { return waiting.startIndex }
        let highest = waiting.lazy.map(\.ticket.urgency.priority).max()
        return waiting.firstIndex { $0.ticket.urgency.priority == highest }
    }
}
