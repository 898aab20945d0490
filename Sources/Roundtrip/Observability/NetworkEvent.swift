public import Foundation

/// Something that happened to a call or to the session, for logs, metrics and messages of the whole app.
///
/// Events hold names, templates, ids, counts, durations and statuses. None holds a URL, a header's value or a body; the
/// one exception is an attempt's `record`, which has passed `Redaction` and is there only if an observer asks for it.
public struct NetworkEvent: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The first event of every call.
        case callStarted(method: HTTPMethod)
        /// The end of every call: it comes once, however the call ends. Only what goes on without the call comes after
        /// it, such as an exchange that others share or that refreshes the cache.
        case callFinished(CallEnd)

        /// A request is about to be handed to the transport; `number` counts from 1 over retries, replays and redirects.
        case attemptStarted(number: Int, method: HTTPMethod)
        /// The exchange is over; for a streamed body this is its end, not its head.
        case attemptFinished(AttemptEnd)

        /// A failed attempt will be repeated after the wait.
        case retryScheduled(after: Duration, because: RetryReason)
        /// The request is sent again with a renewed token.
        case replayed
        case redirected(status: Int, isSameOrigin: Bool)
        case cache(CacheOutcome)
        /// Calls shared one exchange. The event's own `callID` is the one that was sent; `callIDs` are all of them.
        case coalesced(callIDs: [String])

        case refreshStarted
        case refreshFinished(RefreshOutcome)
        /// A session has begun. One found in the store at launch is no sign-in.
        case signedIn
        case signedOut(SignOutReason)

        /// The answer had not the promised form. Neither type nor path holds a value from the body.
        case decodingFailed(type: String, codingPath: String)
        /// A lossy list skipped elements. `path` names the list, such as `groups[].items[]`.
        case elementsDropped(count: Int, path: String)
        /// The server no longer serves this version of the app (426, RFC 9110, section 15.5.22, or the configured status).
        case upgradeRequired
        /// The endpoint is or will be deprecated (RFC 9745), and answers until `sunset` (RFC 8594). Told once for each
        /// endpoint and pair of dates.
        case deprecated(since: Date?, sunset: Date?)
        case circuitChanged(host: String, CircuitPhase)
        /// A request goes over plain http to a host for which that was allowed by name. Loopback is no such host.
        case insecureHostUsed(host: String)
    }

    public let kind: Kind
    public let date: Date
    /// The call's id, which is also its `X-Request-ID`; `nil` for what concerns the session and no one call.
    public let callID: String?
    /// The endpoint's name: its path template; `nil` where `callID` is.
    public let endpoint: String?

    public init(_ kind: Kind, date: Date, callID: String?, endpoint: String?) {
        self.kind = kind
        self.date = date
        self.callID = callID
        self.endpoint = endpoint
    }
}

extension NetworkEvent {
    /// Why an attempt is repeated.
    public enum RetryReason: Sendable, Hashable {
        case status(Int)
        case failure(FailureCategory)
    }

    /// What became of a refresh.
    public enum RefreshOutcome: Sendable, Hashable {
        case renewed
        /// The server refused the refresh token, and the session has ended.
        case refused
        /// It came to nothing, and the session is kept.
        case failed(FailureCategory)
        /// Another process had renewed the tokens, or the session ended before the answer came.
        case overtaken
    }

    /// What the cache had for a call.
    public enum CacheOutcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// Fresh: nothing was sent.
        case hit
        /// No longer fresh, and served because that was allowed.
        case stale
        /// The server confirmed what was stored.
        case revalidated
        case miss
        /// The cache was not asked, or may not answer this call.
        case bypassed
    }

    /// Whether calls to a host go through.
    public enum CircuitPhase: String, Sendable, Hashable, Codable, CaseIterable {
        case closed, open
        /// One call is let through to see whether the server is back.
        case halfOpen
    }
}
