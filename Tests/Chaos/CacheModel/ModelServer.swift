import Foundation
import Roundtrip

/// Answers at random, and remembers every exchange until it is asked.
final class ModelServer: Sendable {
    enum Outcome: Sendable {
        case answer(ModelAnswer)
        case failure(TransportError)
    }

    /// A request as it arrived, and what became of it.
    struct Exchange: Sendable {
        let tags: String?
        let since: String?
        let outcome: Outcome
        let sent: Int
        let received: Int
    }

    private struct State {
        var random: SeededGenerator
        var number = 0
        var call = ModelCall()
        var exchanges: [Exchange] = []
    }

    let clock: ModelClock
    /// Whether answers take time. Where something is confirmed in the background they do not, for the caller's answer
    /// and that confirmation are made side by side.
    private let takesTime: Bool
    private let state: Locked<State>

    init(clock: ModelClock, takesTime: Bool, seed: UInt64) {
        self.clock = clock
        self.takesTime = takesTime
        state = Locked(State(random: SeededGenerator(seed: seed)))
    }

    func expect(_ call: ModelCall) { state.withLock { $0.call = call } }

    /// What has happened since it was asked last.
    func take() -> [Exchange] {
        state.withLock { state in
            defer { state.exchanges = [] }
            return state.exchanges
        }
    }

    func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        let sent = clock.now
        if takesTime { clock.pass(state.withLock { $0.random.one(of: [0, 0, 0, 1, 4]) }) }
        let received = clock.now
        let (outcome, headers) = state.withLock { state in
            let outcome = Self.outcome(of: request, received, takesTime, &state)
            state.exchanges.append(
                Exchange(
                    tags: request.headers["If-None-Match"], since: request.headers["If-Modified-Since"],
                    outcome: outcome, sent: sent, received: received))
            if case .answer(let answer) = outcome { return (outcome, answer.headers(&state.random)) }
            return (outcome, [:])
        }
        switch outcome {
        case .failure(let error): throw error
        case .answer(let answer):
            return HTTPResponse(
                status: answer.status, headers: headers,
                body: .data(request.method == .head ? Data() : answer.body), request: request)
        }
    }

    private static func outcome(
        of request: HTTPRequest,
        _ now: Int,
        _ takesTime: Bool,
        _ state: inout State
    ) -> Outcome {
        let isConditional = request.headers.contains("If-None-Match") || request.headers.contains("If-Modified-Since")
        if state.random.chance(0.12) {
            return .failure(
                TransportError(
                    state.random.one(of: [.offline, .connectionLost, .timeout, .certificate]),
                    mayHaveBeenSent: state.random.chance(0.5)))
        }
        state.number += 1
        let isUnchanged = state.random.chance(isConditional ? 0.6 : 0.02) && state.call.isRead
        var answer = ModelAnswer(number: state.number, status: isUnchanged ? 304 : status(&state))
        let call = state.call
        func random(_ probability: Double) -> Bool { state.random.chance(probability) }
        if random(isUnchanged ? 0.4 : 0.8) { answer.control = control(takesTime, &state.random) }
        if random(0.15) { answer.expires = random(0.2) ? .noDate : .at(now + state.random.one(of: [-5, 0, 10, 60])) }
        answer.date = state.random.perhaps(0.6, [now, now, now - 20, now + 20])
        answer.age = state.random.perhaps(0.1, [0, 5, 30])
        if isUnchanged {
            answer.tag = random(0.15) ? "\"other\"" : random(0.5) ? call.tagSent(request, &state.random) : nil
        } else {
            // Different in content for each path and user, so that one which goes astray shows.
            answer.tag = state.random.perhaps(0.6, ["", "W/"]).map {
                "\($0)\"\(call.path)\(call.user ?? "?")\(state.random.one(of: [1, 2]))\""
            }
            answer.modified = state.random.perhaps(0.3, [now - 1000, now - 100_000])
        }
        answer.vary = state.random.perhaps(isUnchanged ? 0.1 : 0.4, [["A"], ["b"], ["A", "b"], ["*"], ["A"]])
        if !call.isRead {
            // Its own URL would make the answer to a POST one to GET as well, of which the model knows nothing.
            let others = ["/x", "/y", "https://other.example/x"].filter { $0 != call.path }
            answer.location = state.random.perhaps(0.3, others)
        }
        answer.isMarked = call.forbidsKeeping(answer)
        return .answer(answer)
    }

    private static func status(_ state: inout State) -> Int {
        state.random.chance(0.7)
            ? 200 : state.random.one(of: [203, 204, 206, 299, 301, 302, 404, 410, 500, 503, 503, 599])
    }

    private static func control(_ takesTime: Bool, _ random: inout SeededGenerator) -> ModelAnswer.Control {
        var control = ModelAnswer.Control()
        control.maxAge = random.perhaps(0.7, [0, 10, 10, 60, 1000])
        control.noStore = random.chance(0.08)
        control.noCache = random.perhaps(0.15, [.yes, .aboutOneHeader]) ?? .no
        control.mustRevalidate = random.chance(0.15)
        control.isImmutable = random.chance(0.1)
        control.isPublic = random.chance(0.1)
        control.isPrivate = random.chance(0.1)
        control.mustUnderstand = random.chance(0.08)
        control.staleWhileRevalidate = takesTime ? nil : random.perhaps(0.3, [10, 60])
        control.staleIfError = random.perhaps(0.2, [10, 60])
        return control
    }
}

extension ModelCall {
    /// One of the tags that the request asks about, strong or weak.
    fileprivate func tagSent(_ request: HTTPRequest, _ random: inout SeededGenerator) -> String? {
        guard let tag = request.headers["If-None-Match"]?.split(separator: ", ").first, tag != "*" else { return nil }
        return random.chance(0.2) && tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : String(tag)
    }

    /// Whether the server or the client says that nothing of the answer may be kept (RFC 9111, sections 5.2.1.5, 5.2.2.5
    /// and 5.2.2.3).
    func forbidsKeeping(_ answer: ModelAnswer) -> Bool {
        if wish.noStore { return true }
        guard let control = answer.control, control.noStore else { return false }
        return !(control.mustUnderstand && answer.isUnderstood && answer.status != 304)
    }
}

extension ModelAnswer {
    /// Of the statuses that a sequence uses, those that a specification gives a meaning.
    var isUnderstood: Bool { ![299, 599, 206].contains(status) }
}

extension ModelServer.Outcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .failure(let error): return "\(error.kind)"
        case .answer(let answer):
            var random = SeededGenerator(seed: 0)
            let headers = answer.headers(&random).filter { $0.name != "X-A" }
            return "\(answer.status) " + headers.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
        }
    }
}
