import Foundation
import Roundtrip

/// Holds the answer to one call against the model.
struct CacheCheck {
    let call: ModelCall
    let exchanges: [ModelServer.Exchange]
    /// What was known before the call, and the time then.
    let before: CacheModel
    let asked: Int
    /// What is known after it.
    let after: CacheModel
    let now: Int
    /// Whether the store keeps all that it is given.
    let isSound: Bool

    /// A sentence about what is wrong, or `nil`.
    func problem(with result: Result<HTTPResponse, any Error>) -> String? {
        if maySendNothing, !exchanges.isEmpty { return "something was sent" }
        if let problem = leak { return problem }
        switch result {
        case .failure(let error): return problem(with: error)
        case .success(let response):
            switch response.source {
            case .network: return problem(withNetwork: response)
            case .revalidated: return problem(withConfirmed: response)
            case .cache(let age): return problem(withStored: response, age: age, isStale: false)
            case .stale(let age): return problem(withStored: response, age: age, isStale: true)
            }
        }
    }

    // MARK: What is sent

    /// RFC 9111, section 5.2.1.7.
    private var maySendNothing: Bool {
        call.mode == .only || (call.isRead && call.mode != .none && call.wish.onlyIfCached)
    }

    /// What is asked about was stored for this user, this URL and such a request.
    private var leak: String? {
        guard call.condition == nil else { return nil }
        let known = before.candidates(for: call, withFlaws: true)
        for exchange in exchanges {
            if let tag = exchange.tags, !known.contains(where: { $0.answer.tag == tag }) {
                return "it asked about \(tag), which is not of this user and URL"
            }
            if let since = exchange.since, !known.contains(where: { $0.answer.modified.map(ModelAnswer.text) == since })
            {
                return "it asked about \(since), which is not of this user and URL"
            }
        }
        return nil
    }

    // MARK: What comes back

    private func problem(with error: any Error) -> String? {
        guard case .failure(let failure)? = exchanges.last?.outcome, error as? TransportError == failure else {
            return "it failed with \(error), which was no failure of the server's"
        }
        if failure.kind != .certificate, let best = certainBest(of: before),
            best.mayServeOnError(call, asked, before.fraction), best.mayServeOnError(call, now, before.fraction),
            exchanges.count == 1
        {
            return "number \(best.answer.number) was not served in place of the failure"
        }
        return mustHaveBeenServed
    }

    private func problem(withNetwork response: HTTPResponse) -> String? {
        guard case .answer(let answer)? = exchanges.last?.outcome else { return "it made up an answer" }
        guard response.status == answer.status, response.headers["X-Number"] == String(answer.number),
            response.data == (call.method == .head ? Data() : answer.body)
        else { return "the network's answer is another than the server's" }
        if answer.status == 304, call.condition == nil, exchanges.last?.tags != nil || exchanges.last?.since != nil {
            return "a 304 that the cache asked for was handed over"
        }
        return mustHaveBeenServed
    }

    private func problem(withConfirmed response: HTTPResponse) -> String? {
        guard case .answer(let answer)? = exchanges.last?.outcome, answer.status == 304, call.isPlain,
            call.method == .get
        else { return "it was called confirmed, and nothing has confirmed it" }
        let records = after.records.filter {
            $0.answer.number == answer.number && $0.body == response.data && $0.answer.status == response.status
                && $0.user == call.user && $0.path == call.path && $0.request.key == call.key
        }
        guard response.headers["X-Number"] == String(answer.number), let record = records.first else {
            return "what was confirmed is another answer"
        }
        guard response.headers["Age"] == String(min(record.age(now), 1 << 31)) else { return "its age is wrong" }
        return mustHaveBeenServed
    }

    private func problem(withStored response: HTTPResponse, age: Duration, isStale: Bool) -> String? {
        if response.status == 504, response.headers.isEmpty, response.data.isEmpty {
            guard maySendNothing else { return "504 without need" }
            return mustHaveBeenServed
        }
        let candidates = allowed
        guard !candidates.isEmpty else { return "nothing stored might have been served" }
        guard
            candidates.contains(where: { record in
                isServing(record, response, age: age, isStale: isStale)
            })
        else {
            return "what was served is none of \(candidates.map(\.answer.number)) as it should be"
        }
        if exchanges.isEmpty || isFailing { return nil }
        return candidates.contains { $0.mayServeWhileRevalidating(call, asked, before.fraction) }
            ? nil : "it was served although the server had answered"
    }

    /// What may be served, by one permission or another.
    private var allowed: [ModelRecord] {
        let fraction = before.fraction
        return choices(of: before).filter { record in
            (exchanges.isEmpty && record.mayServe(call, asked, fraction))
                || record.mayServeWhileRevalidating(call, asked, fraction)
                || (isFailing && record.mayServeOnError(call, now, fraction))
        }
    }

    private func isServing(_ record: ModelRecord, _ response: HTTPResponse, age: Duration, isStale: Bool) -> Bool {
        let expected = min(record.age(exchanges.isEmpty ? asked : now), 1 << 31)
        guard age == .seconds(expected), response.headers["Age"] == String(expected),
            isStale == !record.isFresh(exchanges.isEmpty ? asked : now, before.fraction)
        else { return false }
        if let condition = call.condition, record.answer.status == 200 {
            let isMet: Bool
            switch condition {
            case .tags(let tags): isMet = tags.contains("*") || record.isNamed(by: .tags(tags))
            case .since(let time): isMet = (record.answer.modified ?? record.date) <= time
            }
            if isMet { return response.status == 304 && response.data.isEmpty }
        }
        guard response.headers["X-Number"] == String(record.answer.number),
            (response.headers["X-A"] == nil) == (record.control.noCache == .aboutOneHeader)
        else { return false }
        if call.method == .head { return response.status == record.answer.status && response.data.isEmpty }
        if let part = call.part, record.answer.status == 200, isWanted(part, of: record) {
            let bytes = record.body.dropFirst(part.first).prefix(part.last - part.first + 1)
            return bytes.isEmpty
                ? response.status == 416 && response.data.isEmpty : response.status == 206 && response.data == bytes
        }
        return response.status == record.answer.status && response.data == record.body
    }

    /// RFC 9110, section 13.1.5.
    private func isWanted(_ part: ModelCall.Part, of record: ModelRecord) -> Bool {
        guard let condition = part.condition else { return true }
        return condition == record.answer.tag && !condition.hasPrefix("W/")
    }

    // MARK: What must be served

    /// A store that keeps everything leaves no excuse.
    private var mustHaveBeenServed: String? {
        guard let best = certainBest(of: before), now - best.received >= 0, asked - best.received >= 0,
            best.mayServe(call, asked, before.fraction)
        else { return nil }
        return "number \(best.answer.number) was not served"
    }

    /// The one that has to be chosen, if that is certain.
    private func certainBest(of model: CacheModel) -> ModelRecord? {
        let choices = choices(of: model)
        return isSound && call.isRead && choices.count == 1 && choices.allSatisfy { !$0.isUncertain }
            ? choices.first : nil
    }

    /// Those that may be chosen: the best, all as good, and the next if those may be gone.
    private func choices(of model: CacheModel) -> [ModelRecord] {
        let candidates = model.candidates(for: call, withFlaws: !isSound)
        guard isSound, let certain = candidates.first(where: { !$0.isUncertain }) else { return candidates }
        return candidates.filter { ($0.date, $0.received) >= (certain.date, certain.received) }
    }

    /// Whether the server could not be reached, or failed.
    private var isFailing: Bool {
        switch exchanges.last?.outcome {
        case .failure(let error): error.kind != .certificate
        case .answer(let answer): [500, 502, 503, 504].contains(answer.status)
        case nil: false
        }
    }
}
