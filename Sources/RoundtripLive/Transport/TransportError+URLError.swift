import Foundation
import Roundtrip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// The failure of a URLSession task. Its own description, which holds the URL, is dropped.
    ///
    /// - Parameters:
    ///   - hasHead: Whether the answer's status and headers had come.
    ///   - refusal: Why this side refuses the server, if it does. URLSession tells only that the task was cancelled.
    init(_ error: any Error, hasHead: Bool, refusal: Kind? = nil) {
        let code = (error as? URLError)?.code
        let kind =
            if let refusal, code == .cancelled, !hasHead {
                refusal
            } else {
                Self.kind(code: code, text: error.localizedDescription, hasHead: hasHead)
            }
        self.init(kind, code: (error as NSError).code, mayHaveBeenSent: !kind.isBeforeSending)
    }

    private static func kind(code: URLError.Code?, text: String, hasHead: Bool) -> Kind {
        switch code {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: .offline
        case .cannotFindHost, .dnsLookupFailed: .dns
        case .cannotConnectToHost: .cannotConnect
        // How Linux refuses an address that it cannot use, before it connects: each IPv6 literal, for one.
        case .badURL: .cannotConnect
        case .timedOut: .timeout
        case .networkConnectionLost, .cancelled: hasHead ? .truncatedBody : .connectionLost
        case .badServerResponse: hasHead ? .invalidResponse : .connectionLost
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .unsupportedURL:
            hasHead ? .truncatedBody : .invalidResponse
        case .secureConnectionFailed, .appTransportSecurityRequiresSecureConnection: .tls
        case .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            .certificate
        case .clientCertificateRejected, .clientCertificateRequired: .clientCertificate
        case .requestBodyStreamExhausted, .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile: .uploadSource
        default: kind(ofLibcurlText: text, hasHead: hasHead)
        }
    }

    /// URLSession on Linux reports many failures as one code; libcurl's text is all that tells them apart.
    private static func kind(ofLibcurlText text: String, hasHead: Bool) -> Kind {
        let text = text.lowercased()
        func mentions(_ words: String...) -> Bool { words.contains(where: text.contains) }
        if mentions("certificate verif", "certificate problem", "peer certificate", "certificate subject name") {
            return .certificate
        }
        if mentions("ssl", "tls") { return .tls }
        return hasHead ? .truncatedBody : .unclear
    }
}

extension TransportError.Kind {
    /// Whether the failure comes before the first byte of the request can have gone out.
    fileprivate var isBeforeSending: Bool {
        switch self {
        case .offline, .dns, .cannotConnect, .tls, .certificate, .pin: true
        default: false
        }
    }
}
