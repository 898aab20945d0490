/// How a call ended, and what it took.
public struct CallEnd: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        case succeeded(status: Int)
        /// `status` is there if the server answered at all.
        case failed(FailureCategory, status: Int?)
        /// The caller was cancelled, or dropped the stream before its end.
        ///
        /// - Parameter mayHaveBeenSent: Whether a request may have reached the server. For a POST or PATCH that means
        ///   that its work may be done.
        case cancelled(mayHaveBeenSent: Bool)
    }

    public let outcome: Outcome
    /// From `callStarted` to here, every wait included.
    public let duration: Duration
    /// How many requests were sent, those of a shared exchange included; 0 for an answer from the cache.
    public let attempts: Int
    /// Where the answer came from, if there was one.
    public let source: HTTPResponse.Source?

    public init(
        _ outcome: Outcome,
        duration: Duration = .zero,
        attempts: Int = 1,
        source: HTTPResponse.Source? = nil
    ) {
        self.outcome = outcome
        self.duration = duration
        self.attempts = attempts
        self.source = source
    }
}

extension CallEnd.Outcome {
    /// What a call that ended with `NetworkError` or `CancellationError` is told as.
    package init(_ error: any Error, mayHaveBeenSent: Bool) {
        switch error {
        case is CancellationError: self = .cancelled(mayHaveBeenSent: mayHaveBeenSent)
        case NetworkError.server(let error): self = .failed(.server, status: error.status)
        case NetworkError.decoding(let failure): self = .failed(.decoding, status: failure.status)
        default: self = .failed(FailureCategory(any: error), status: nil)
        }
    }
}
