/// What an event looks like as a line of a log, and how much it matters: pure.
enum LogLine {
    /// `nil` for an event that says nothing beyond those around it.
    static func line(for event: NetworkEvent) -> (level: LogObserver.Level, text: String)? {
        guard let (level, text) = text(of: event.kind, event.endpoint ?? "") else { return nil }
        return (level, plain("\(event.callID ?? "session") \(text)"))
    }

    private static func text(of kind: NetworkEvent.Kind, _ endpoint: String) -> (LogObserver.Level, String)? {
        switch kind {
        case .callStarted(let method): (.debug, "\(method) \(endpoint) begins")
        case .callFinished(let end): text(of: end, endpoint)
        case .attemptStarted: nil
        case .attemptFinished(let attempt): text(of: attempt, endpoint)
        case .retryScheduled(let wait, .status(let status)):
            (.warning, "\(endpoint) retry in \(milliseconds(wait)) after \(status)")
        case .retryScheduled(let wait, .failure(let category)):
            (.warning, "\(endpoint) retry in \(milliseconds(wait)) after \(category)")
        case .replayed: (.info, "\(endpoint) sent again with a renewed token")
        case .redirected(let status, let isSameOrigin):
            (.info, "\(endpoint) redirect \(status) to \(isSameOrigin ? "the same origin" : "another origin")")
        case .cache(let outcome): (.debug, "\(endpoint) cache \(outcome.rawValue)")
        case .coalesced(let callIDs):
            (.debug, "\(endpoint) one exchange for \(callIDs.count) calls: \(callIDs.joined(separator: " "))")
        case .refreshStarted: (.info, "token refresh begins")
        case .refreshFinished(let outcome): text(of: outcome)
        case .signedIn: (.info, "signed in")
        case .signedOut(let reason): (.warning, "signed out: \(reason.label)")
        case .decodingFailed(let type, let path):
            (.error, "\(endpoint) does not decode as \(type)" + (path.isEmpty ? "" : " at \(path)"))
        case .elementsDropped(let count, let path): (.warning, "\(endpoint) \(count) elements dropped from \(path)")
        case .upgradeRequired: (.error, "\(endpoint) says that this version of the app is too old")
        case .deprecated(let since, let sunset):
            (
                .warning,
                "\(endpoint) is deprecated" + (since.map { " since \(HTTPDate.string(from: $0))" } ?? "")
                    + (sunset.map { ", ends \(HTTPDate.string(from: $0))" } ?? "")
            )
        case .circuitChanged(let host, let phase): (.warning, "circuit of \(host) is \(phase.rawValue)")
        case .insecureHostUsed(let host): (.warning, "\(endpoint) goes over plain http to \(host)")
        }
    }

    private static func text(of attempt: AttemptEnd, _ endpoint: String) -> (LogObserver.Level, String) {
        let status = attempt.status.map { " \($0)" } ?? ""
        let (level, outcome): (LogObserver.Level, String) =
            switch attempt.outcome {
            case .finished: ((attempt.status ?? 0) >= 500 ? .warning : .info, status)
            case .failed(let category): (.warning, "\(status) \(category.rawValue)")
            case .abandoned: (.info, "\(status) abandoned")
            }
        let time = attempt.metrics.total.map { " in \(milliseconds($0))" } ?? ""
        let bytes = attempt.metrics.bytesReceived.map { ", \($0) bytes" } ?? ""
        return (level, "\(attempt.method) \(endpoint)\(outcome)\(time)\(bytes), attempt \(attempt.number)")
    }

    private static func text(of end: CallEnd, _ endpoint: String) -> (LogObserver.Level, String) {
        let took = "after \(milliseconds(end.duration)), \(end.attempts) attempts"
        return switch end.outcome {
        case .succeeded(let status): (.debug, "\(endpoint) done with \(status) \(took)")
        case .failed(let category, let status):
            (.error, "\(endpoint) failed: \(category.rawValue)" + (status.map { " \($0)" } ?? "") + " \(took)")
        case .cancelled(let mayHaveBeenSent):
            (.info, "\(endpoint) cancelled, \(mayHaveBeenSent ? "may have been sent" : "not sent") \(took)")
        }
    }

    private static func text(of outcome: NetworkEvent.RefreshOutcome) -> (LogObserver.Level, String) {
        switch outcome {
        case .renewed: (.info, "token refresh: renewed")
        case .refused: (.error, "token refresh: refused")
        case .failed(let category): (.warning, "token refresh: failed, \(category.rawValue)")
        case .overtaken: (.info, "token refresh: not needed any more")
        }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(Int((duration / .milliseconds(1)).clamped(to: 0...1e15))) ms"
    }

    /// The text on one line: what could begin a new one, or hide what stands there, shows as `?`.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "?" }))
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
        default: true
        }
    }
}
