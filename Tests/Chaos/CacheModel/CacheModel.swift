import Foundation
import Roundtrip

/// Everything that was ever received in a sequence, and what has become of it: RFC 9111 as a list.
struct CacheModel {
    let fraction: Double
    private(set) var records: [ModelRecord] = []
    private var user = ""

    init(fraction: Double) {
        self.fraction = fraction
    }

    /// What is stored for the call, the best first: most recent by `Date`, then by arrival (section 4.1). With a store
    /// that fails, anything that was not forgotten on purpose.
    func candidates(for call: ModelCall, withFlaws: Bool) -> [ModelRecord] {
        records.filter {
            $0.user == call.user && $0.path == call.path && $0.isFor(call)
                && (withFlaws ? !$0.isInvalidated : $0.isLive)
        }.sorted { ($0.date, $0.received) > ($1.date, $1.received) }
    }

    /// Nobody but this user goes on.
    mutating func signIn(_ name: String?) {
        user = name ?? ""
        change {
            $0.user != "" && $0.user != name
        } by: {
            $0.isInvalidated = true
        }
    }

    mutating func note(_ exchange: ModelServer.Exchange, in call: ModelCall) {
        switch exchange.outcome {
        case .failure(let error):
            if !call.isRead, error.mayHaveBeenSent { forget(call.path) }
        case .answer(let answer) where !call.isRead:
            guard (200..<400).contains(answer.status) else { return }
            forget(call.path)
            // Of another origin nothing is forgotten, though its path is the same.
            if let location = answer.location { forget(location) }
        case .answer(let answer):
            guard let user = call.user, user.isEmpty || user == self.user, call.mode != .none else { return }
            if answer.status == 304 {
                confirm(answer, exchange, call)
            } else if call.method == .head {
                compare(answer, exchange, call)
            } else {
                keep(
                    ModelRecord(
                        user: user, path: call.path, request: call, answer: answer, body: answer.body,
                        sent: exchange.sent, received: exchange.received))
            }
        }
    }

    /// Section 4.4: a write is about the URL, whoever has read it.
    private mutating func forget(_ path: String) {
        change {
            $0.path == path
        } by: {
            $0.isInvalidated = true
        }
    }

    private mutating func keep(_ record: ModelRecord) {
        if record.mayBeKept {
            change {
                $0.user == record.user && $0.path == record.path && $0.hasSameSelection(as: record)
            } by: {
                $0.isReplaced = true
            }
            records.append(record)
        } else {
            // It shows that what is stored may no longer hold.
            change {
                $0.user == record.user && $0.path == record.path
            } by: {
                $0.isUncertain = true
            }
        }
    }

    /// Section 4.3.4.
    private mutating func confirm(_ answer: ModelAnswer, _ exchange: ModelServer.Exchange, _ call: ModelCall) {
        guard !call.wish.noStore else { return }
        let best = candidates(for: call, withFlaws: false).first?.answer.number
        for index in records.indices where isConfirmed(records[index], by: answer, exchange, call) {
            let isBest = records[index].answer.number == best
            freshen(index, answer, exchange, call)
            if !isBest {
                // Others that it confirms as well may have stayed as they were.
                records[index].isReplaced = records[records.endIndex - 1].isReplaced
                for place in [index, records.endIndex - 1] { records[place].isUncertain = true }
            }
        }
    }

    private func isConfirmed(
        _ record: ModelRecord,
        by answer: ModelAnswer,
        _ exchange: ModelServer.Exchange,
        _ call: ModelCall
    ) -> Bool {
        guard !record.isInvalidated, record.user == call.user, record.path == call.path, record.isFor(call),
            record.isConfirmed(by: answer)
        else { return false }
        if let condition = call.condition {
            return record.isNamed(by: condition) || answer.tag != nil
        }
        if let tag = answer.tag, !tag.hasPrefix("W/"), tag == record.answer.tag { return exchange.tags != nil }
        let modified = record.answer.modified.map(ModelAnswer.text)
        return exchange.tags == record.answer.tag && exchange.since == modified
            && (exchange.tags != nil || exchange.since != nil)
    }

    /// Section 4.3.5.
    private mutating func compare(_ answer: ModelAnswer, _ exchange: ModelServer.Exchange, _ call: ModelCall) {
        guard answer.status == 200 else { return }
        for index in records.indices
        where records[index].user == call.user && records[index].path == call.path && records[index].isFor(call)
            && records[index].answer.status == 200 && !records[index].isInvalidated
        {
            let record = records[index]
            let isSame =
                record.isConfirmed(by: answer)
                && (answer.modified == nil || answer.modified == record.answer.modified)
            if call.wish.noStore {
                records[index].isUncertain = true
            } else if isSame {
                freshen(index, answer, exchange, call)
            } else {
                // What differs does away with all that is stored for the URL, as far as the store shows it.
                records[index].isReplaced = true
                change {
                    $0.user == call.user && $0.path == call.path
                } by: {
                    $0.isUncertain = true
                }
            }
        }
    }

    private mutating func freshen(
        _ index: Int,
        _ answer: ModelAnswer,
        _ exchange: ModelServer.Exchange,
        _ call: ModelCall
    ) {
        let old = records[index]
        let merged = answer.merged(into: old.answer)
        let isReplaced = old.isReplaced
        records[index].isReplaced = true
        var new = ModelRecord(
            user: old.user, path: old.path, request: call, answer: merged, body: old.body, sent: exchange.sent,
            received: exchange.received)
        new.isReplaced = isReplaced
        new.isUncertain = old.isUncertain
        if merged.control?.noStore ?? false || (merged.vary ?? []).contains("*") {
            new.isInvalidated = true
            change {
                $0.user == old.user && $0.path == old.path
            } by: {
                $0.isUncertain = true
            }
        } else if !new.hasSameSelection(as: old) {
            new.isUncertain = true
            change {
                $0.user == old.user && $0.path == old.path
            } by: {
                $0.isUncertain = true
            }
        }
        records.append(new)
    }

    private mutating func change(_ isMeant: (ModelRecord) -> Bool, by change: (inout ModelRecord) -> Void) {
        for index in records.indices where isMeant(records[index]) { change(&records[index]) }
    }
}
