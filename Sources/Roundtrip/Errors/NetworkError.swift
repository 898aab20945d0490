/// Everything that a call can end with, other than a reply or a cancellation.
///
/// `send` throws this or `CancellationError`, nothing else. The cases say what is known about the request: whether it
/// was sent, and whether sending it again is safe.
public enum NetworkError: Error, Hashable, Sendable {
    /// The request could not be built; nothing was sent. The sentence says what to change in the code.
    case invalidRequest(String)
    /// There is no network; nothing was sent.
    case offline
    /// No answer in time. Repeating is safe: a request for which it would not be ends as `outcomeUnknown`.
    case timeout
    /// The connection failed: name look-up, refused, lost, TLS. Repeating is safe.
    case connection(TransportError)
    /// A POST or PATCH may have been carried out, and no final answer came.
    ///
    /// Ask the server what happened, or repeat with the same idempotency key; with a new key the work may be done twice.
    case outcomeUnknown(TransportError, idempotencyKey: String?)
    /// The certificate or the pinned key was refused.
    case untrustedServer(host: String)
    /// The token store could not be read now, or new tokens keep being refused. The session is kept.
    case credentialsUnavailable(String)
    /// There is no session, or it has ended: sign in again.
    case sessionExpired
    /// The server answered, and said no.
    case server(ServerError)
    /// The answer did not have the promised form.
    case decoding(DecodingFailure)
    case responseTooLarge(limit: Int)
    /// A redirect that may not be followed. The sentence says why.
    case redirectRefused(String)
    case file(FileFailure)
    /// The server has been failing, and calls to it are held back for this long.
    case circuitOpen(retryAfter: Duration)
}

extension NetworkError {
    /// What a transport's error means for a call with this method.
    ///
    /// A POST or PATCH that may have reached the server and has no final answer is `outcomeUnknown`, whatever the
    /// reason; for every other method the reason itself is the better answer, because repeating is safe.
    package init(_ error: TransportError, method: HTTPMethod, host: String?, idempotencyKey: String?) {
        let repeatsSafely = method.isIdempotent || !error.mayHaveBeenSent
        switch error.kind {
        case .responseTooLarge(let limit): self = .responseTooLarge(limit: limit)
        case .certificate, .pin: self = .untrustedServer(host: host ?? "")
        case .file(let failure) where repeatsSafely: self = .file(failure)
        case _ where !repeatsSafely: self = .outcomeUnknown(error, idempotencyKey: idempotencyKey)
        case .offline: self = .offline
        case .timeout: self = .timeout
        default: self = .connection(error)
        }
    }
}
