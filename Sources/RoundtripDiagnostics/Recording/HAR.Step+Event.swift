import Foundation
import Roundtrip

extension HAR.Step {
    /// `nil` for an event that says nothing beyond the call and its attempts.
    init?(_ event: NetworkEvent) {
        guard let (kind, text) = Self.sentence(event.kind) else { return nil }
        self.init(kind: kind, startedDateTime: event.date, text: text)
        if case .retryScheduled(let wait, _) = event.kind { time = wait.harMilliseconds }
    }

    private static func sentence(_ event: NetworkEvent.Kind) -> (Kind, String)? {
        switch event {
        case .callStarted, .callFinished, .attemptStarted, .attemptFinished, .cache: nil
        case .retryScheduled(let wait, let reason):
            (.retry, "Retry in \(Milliseconds.text(wait.harMilliseconds)) after \(reason.words)")
        case .replayed: (.replay, "Sent again with a renewed token")
        case .redirected(let status, let isSameOrigin):
            (.redirect, "Redirect \(status) to \(isSameOrigin ? "the same" : "another") origin")
        case .coalesced(let ids): (.shared, "One exchange for \(ids.count) calls")
        case .refreshStarted: (.session, "Token refresh begins")
        case .refreshFinished(let outcome): (.session, "Token refresh \(outcome.words)")
        case .signedIn: (.session, "Signed in")
        case .signedOut(let reason): (.session, "Signed out: \(reason.words)")
        case .decodingFailed(let type, let path):
            (.warning, "Does not decode as \(type)" + (path.isEmpty ? "" : " at \(path)"))
        case .elementsDropped(let count, let path):
            (
                .warning,
                "\(count == 1 ? "1 element" : "\(count) elements") left out of \(path.isEmpty ? "a list" : path)"
            )
        case .upgradeRequired: (.warning, "The server says that this version of the app is too old")
        case .deprecated(let since, let sunset):
            (
                .warning,
                "Deprecated" + (since.map { " since \(HTTPDate.string(from: $0))" } ?? "")
                    + (sunset.map { ", answers until \(HTTPDate.string(from: $0))" } ?? "")
            )
        case .circuitChanged(let host, let phase): (.warning, "Circuit of \(host) is \(phase.rawValue)")
        case .insecureHostUsed(let host): (.warning, "Goes over plain http to \(host)")
        }
    }
}

extension NetworkEvent.RetryReason {
    fileprivate var words: String {
        switch self {
        case .status(let status): "status \(status)"
        case .failure(let category): category.rawValue
        }
    }
}

extension NetworkEvent.RefreshOutcome {
    fileprivate var words: String {
        switch self {
        case .renewed: "done"
        case .refused: "refused"
        case .failed(let category): "failed: \(category.rawValue)"
        case .overtaken: "not needed any more"
        }
    }
}

extension SignOutReason {
    fileprivate var words: String {
        switch self {
        case .noSession: "there was no session"
        case .requested: "the app asked for it"
        case .replaced: "somebody else signed in"
        case .elsewhere: "another process did it"
        case .refused(afterLostAnswer: false): "the refresh token was refused"
        case .refused(afterLostAnswer: true): "the refresh token was refused after a lost answer"
        }
    }
}
