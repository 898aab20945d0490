/// What went wrong while one exchange was carried, as far as the platform tells.
public struct TransportError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The machine has no network.
        case offline
        /// The host's name could not be looked up.
        case dns
        /// Nobody listens at the address, or it cannot be reached.
        case cannotConnect
        /// Nothing came or went for longer than the idle timeout.
        case timeout
        /// The connection ended before an answer came.
        case connectionLost
        /// The answer ended before its announced length, or its coding was broken.
        case truncatedBody
        /// What came back is not HTTP.
        case invalidResponse
        /// No secure connection could be agreed on.
        case tls
        /// The server's certificate is not trusted for this host.
        case certificate
        /// None of the certificates carries a pinned key.
        case pin
        /// The server demands a client certificate.
        case clientCertificate
        /// The request's own body failed or had another length than announced.
        case uploadSource
        /// A buffered body is larger than allowed, or a stream holds more unread bytes than allowed.
        case responseTooLarge(limit: Int)
        /// The request's body or the downloaded file could not be read or written.
        case file(FileFailure)
        /// A middleware of the app threw an error of this type.
        case middleware(errorType: String)
        /// Bad bytes in the answer, or one of the rarer failures, which the platform does not tell apart.
        case unclear
    }

    public let kind: Kind
    /// The system's own number, for logs; 0 where there is none.
    public let code: Int
    /// Whether the server may have received the request. `true` unless it is certain that it has not.
    public let mayHaveBeenSent: Bool

    public init(_ kind: Kind, code: Int = 0, mayHaveBeenSent: Bool) {
        self.kind = kind
        self.code = code
        self.mayHaveBeenSent = mayHaveBeenSent
    }
}

extension TransportError: CustomStringConvertible {
    public var description: String {
        "\(kind)" + (code == 0 ? "" : " (\(code))") + (mayHaveBeenSent ? "" : ", not sent")
    }
}
