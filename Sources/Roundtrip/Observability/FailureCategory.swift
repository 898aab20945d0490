/// The kind of a failure, without anything of the request or the answer: what logs print and metrics count by.
public enum FailureCategory: String, Sendable, Hashable, Codable, CaseIterable {
    case invalidRequest
    case offline, dns, cannotConnect, timeout, connectionLost, truncatedBody, invalidResponse
    case tls, certificate, pin, clientCertificate
    case uploadSource, responseTooLarge, file
    /// A middleware of the app failed.
    case middleware
    /// The platform does not tell.
    case unclear
    /// An unsafe call may have been carried out, and no final answer came.
    case outcomeUnknown
    case credentialsUnavailable, sessionExpired
    /// The server answered with another status than 2xx.
    case server
    case decoding, redirectRefused, circuitOpen
}

extension FailureCategory {
    public init(_ error: NetworkError) {
        switch error {
        case .invalidRequest: self = .invalidRequest
        case .offline: self = .offline
        case .timeout: self = .timeout
        case .connection(let error): self.init(error)
        case .outcomeUnknown: self = .outcomeUnknown
        case .untrustedServer: self = .certificate
        case .credentialsUnavailable: self = .credentialsUnavailable
        case .sessionExpired: self = .sessionExpired
        case .server: self = .server
        case .decoding: self = .decoding
        case .responseTooLarge: self = .responseTooLarge
        case .redirectRefused: self = .redirectRefused
        case .file: self = .file
        case .circuitOpen: self = .circuitOpen
        }
    }

    public init(_ error: TransportError) {
        switch error.kind {
        case .offline: self = .offline
        case .dns: self = .dns
        case .cannotConnect: self = .cannotConnect
        case .timeout: self = .timeout
        case .connectionLost: self = .connectionLost
        case .truncatedBody: self = .truncatedBody
        case .invalidResponse: self = .invalidResponse
        case .tls: self = .tls
        case .certificate: self = .certificate
        case .pin: self = .pin
        case .clientCertificate: self = .clientCertificate
        case .uploadSource: self = .uploadSource
        case .responseTooLarge: self = .responseTooLarge
        case .file: self = .file
        case .middleware: self = .middleware
        case .unclear: self = .unclear
        }
    }

    /// The category of whatever came up; an error of neither known type is `unclear`.
    init(any error: any Error) {
        switch error {
        case let error as NetworkError: self.init(error)
        case let error as TransportError: self.init(error)
        default: self = .unclear
        }
    }
}
