import Foundation
import Roundtrip

/// Keeps every event.
final class EventLog: Observer {
    let wantsDetails: Bool
    private let noted = Locked<[NetworkEvent]>([])

    init(wantsDetails: Bool = false) {
        self.wantsDetails = wantsDetails
    }

    var events: [NetworkEvent] { noted.withLock { $0 } }

    func record(_ event: NetworkEvent) async {
        noted.withLock { $0.append(event) }
    }

    /// The events as short lines, such as `attempt 1 GET` and `attempt 1: 503`.
    var lines: [String] { events.map(\.kind.line) }

    /// How calls ended.
    var ends: [CallEnd] {
        events.compactMap { if case .callFinished(let end) = $0.kind { end } else { nil } }
    }

    var attempts: [AttemptEnd] {
        events.compactMap { if case .attemptFinished(let end) = $0.kind { end } else { nil } }
    }
}

extension NetworkEvent.Kind {
    var line: String {
        switch self {
        case .callStarted(let method): "call \(method)"
        case .callFinished(let end): "end: \(end.outcome.line)"
        case .attemptStarted(let number, let method): "attempt \(number) \(method)"
        case .attemptFinished(let end): "attempt \(end.number): \(end.line)"
        case .retryScheduled(let wait, .status(let status)): "retry in \(wait) for \(status)"
        case .retryScheduled(let wait, .failure(let category)): "retry in \(wait) for \(category)"
        case .replayed: "replayed"
        case .redirected(let status, let isSameOrigin): "redirect \(status) \(isSameOrigin ? "same" : "other") origin"
        case .coalesced(let callIDs): "coalesced \(callIDs.count)"
        case .refreshStarted: "refresh"
        case .refreshFinished(let outcome): "refresh: \(outcome)"
        default: "\(self)"
        }
    }
}

extension CallEnd.Outcome {
    fileprivate var line: String {
        switch self {
        case .succeeded(let status): "\(status)"
        case .failed(let category, let status): "\(category)" + (status.map { " \($0)" } ?? "")
        case .cancelled(let mayHaveBeenSent): mayHaveBeenSent ? "cancelled, may have been sent" : "cancelled, not sent"
        }
    }
}

extension AttemptEnd {
    fileprivate var line: String {
        switch outcome {
        case .finished: status.map { "\($0)" } ?? "finished without status"
        case .failed(let category): "\(category)"
        case .abandoned: "abandoned"
        }
    }
}
