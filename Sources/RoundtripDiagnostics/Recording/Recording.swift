import Foundation
import Roundtrip

/// Calls put together from their events, within bounds: pure.
struct Recording: Sendable {
    private let entryLimit: Int
    private let byteLimit: Int
    /// By the order of their starts; those before `first` gave way.
    private var calls: [Int: RecordedCall] = [:]
    private var first = 0
    private var next = 0
    private var places: [String: Int] = [:]
    private var entryCount = 0
    private var byteCount = 0
    private var session: [HAR.Step] = []

    init(entryLimit: Int, byteLimit: Int) {
        self.entryLimit = max(0, entryLimit)
        self.byteLimit = max(0, byteLimit)
    }

    var lostCalls: Int { first }

    mutating func add(_ event: NetworkEvent, _ redaction: Redaction) {
        guard let id = event.callID else { return addToSession(event) }
        if case .coalesced(let ids) = event.kind {
            for other in ids where other != id {
                change(other, event) { $0.share(exchangeOf: ids.count, event.date) }
            }
        }
        change(id, event) { $0.add(event, redaction) }
    }

    /// The HAR of it, the oldest first.
    var log: HAR.Log {
        let kept = (first..<next).compactMap { calls[$0] }
        var log = HAR.Log()
        log.entries = kept.flatMap(\.entries).sorted { $0.startedDateTime < $1.startedDateTime }
        log.calls = kept.map(\.call)
        log.session = session
        log.lostCalls = lostCalls
        return log
    }

    /// A call whose beginning was lost, or gave way, begins anew.
    private mutating func change(_ id: String, _ event: NetworkEvent, _ body: (inout RecordedCall) -> Void) {
        let place = places[id] ?? next
        var call = calls[place] ?? RecordedCall(id: id, event)
        if place == next {
            places[id] = place
            next += 1
        } else {
            count(call, -1)
        }
        body(&call)
        count(call, 1)
        calls[place] = call
        while entryCount > entryLimit || byteCount > byteLimit, let oldest = calls.removeValue(forKey: first) {
            places[oldest.call.id] = nil
            count(oldest, -1)
            first += 1
        }
    }

    private mutating func count(_ call: RecordedCall, _ sign: Int) {
        entryCount += sign * max(1, call.entries.count)
        byteCount += sign * call.byteCount
    }

    private mutating func addToSession(_ event: NetworkEvent) {
        guard let step = HAR.Step(event) else { return }
        session.append(step)
        if session.count > 200 { session.removeFirst(100) }
    }
}
