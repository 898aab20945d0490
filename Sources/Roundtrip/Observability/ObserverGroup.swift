import Foundation

/// The observers of every client that shares something, such as one session. It keeps none of them alive.
final class ObserverGroup: Sendable {
    private struct Member {
        weak var queues: ObserverQueues?
    }

    private let members = Locked([Member]())

    /// Adds a client's observers, once however often they come.
    func add(_ queues: ObserverQueues) {
        members.withLock { members in
            members.removeAll { $0.queues == nil || $0.queues === queues }
            members.append(Member(queues: queues))
        }
    }

    /// Tells everybody what happened, of no call in particular. The date is read only if there is somebody.
    func record(_ kind: NetworkEvent.Kind, at date: @autoclosure () -> Date) {
        let queues = members.withLock { $0.compactMap(\.queues) }
        guard !queues.isEmpty else { return }
        let event = NetworkEvent(kind, date: date(), callID: nil, endpoint: nil)
        for queue in queues { queue.record(event) }
    }
}
