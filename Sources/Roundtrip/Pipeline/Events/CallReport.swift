/// Tells the observers of one call's beginning and, once, of its end. Without observers it does nothing.
struct CallReport: Sendable {
    private let context: CallContext
    private let started: Duration

    /// The call begins now.
    init(_ context: CallContext, method: HTTPMethod) {
        self.context = context
        started = context.observers == nil ? .zero : context.time.uptime
        context.record(.callStarted(method: method))
    }

    func end(_ outcome: CallEnd.Outcome, source: HTTPResponse.Source? = nil) {
        context.record(
            .callFinished(
                CallEnd(
                    outcome, duration: context.time.uptime - started, attempts: context.progress.exchanges,
                    source: source)))
    }

    /// - Parameter error: What the caller is told.
    func end(_ error: any Error) {
        if case NetworkError.decoding(let failure) = error {
            context.record(.decodingFailed(type: failure.type, codingPath: failure.codingPath))
        }
        end(CallEnd.Outcome(error, mayHaveBeenSent: context.progress.mayHaveBeenSent))
    }

    /// The end of a call whose answer is here: for a streamed body that is the stream's end.
    func end(with response: inout HTTPResponse) {
        guard context.observers != nil else { return }
        let (status, source) = (response.status, response.source)
        guard case .stream(let stream) = response.body else {
            return end(.succeeded(status: status), source: source)
        }
        response.body = .stream(
            stream.onEnd { ended, _ in
                switch ended {
                case .finished: end(.succeeded(status: status), source: source)
                case .failed(let error): end(error)
                case .abandoned: end(.cancelled(mayHaveBeenSent: true), source: source)
                }
            })
    }

    /// What was left out of the reply, one event for each list.
    func dropped(_ drops: [LossyDrop]) {
        guard context.observers != nil, !drops.isEmpty else { return }
        var counts: [(path: String, count: Int)] = []
        for path in drops.map(\.listPath) {
            if let index = counts.firstIndex(where: { $0.path == path }) {
                counts[index].count += 1
            } else {
                counts.append((path, 1))
            }
        }
        for (path, count) in counts { context.record(.elementsDropped(count: count, path: path)) }
    }
}

extension LossyDrop {
    /// The list that the element stood in: the path without numbers, so that all elements of a list have the same.
    fileprivate var listPath: String {
        var result = ""
        var isInside = false
        for character in path {
            if character == "]" { isInside = false }
            if !isInside { result.append(character) }
            if character == "[" { isInside = true }
        }
        return result
    }
}
