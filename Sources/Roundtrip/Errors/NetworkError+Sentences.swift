public import Foundation

extension NetworkError: LocalizedError {
    /// A sentence for a person: what happened, and what to do next. It holds nothing from the request or the answer.
    public var errorDescription: String? {
        switch self {
        case .invalidRequest(let problem): "This request could not be built. \(problem)"
        case .offline: "You are offline. Connect to the internet, then try again."
        case .timeout: "The server took too long to answer. Try again in a moment."
        case .connection(let error): Self.sentence(for: error)
        case .outcomeUnknown:
            "The connection was lost before the server confirmed. It may already be done: check before you repeat it."
        case .untrustedServer:
            "The server could not prove who it is, so nothing was sent to it. Try another network."
        case .credentialsUnavailable: "Your sign-in cannot be read right now. Unlock the device, then try again."
        case .sessionExpired: "Your session has ended. Sign in again."
        case .server(let error): error.errorDescription
        // Not "try again": what was asked for may well be done.
        case .decoding: "The server's answer could not be read. See whether there is an update of the app."
        case .responseTooLarge: "The server's answer is too large to be loaded."
        case .redirectRefused: "The server pointed to an address that may not be followed."
        case .file(let failure): failure.errorDescription
        case .circuitOpen: "The server is having problems. Try again in a little while."
        }
    }

    private static func sentence(for error: TransportError) -> String {
        switch error.kind {
        case .dns, .cannotConnect: "The server cannot be reached. Check the connection, then try again."
        case .tls, .clientCertificate:
            "No secure connection to the server could be made. Try another network."
        default: "The connection to the server was lost. Try again."
        }
    }
}

extension ServerError: LocalizedError {
    public var errorDescription: String? {
        guard outcomeIsKnown else {
            return "The server had a problem and it is not known whether this was done: check before you repeat it."
        }
        return switch status {
        case 401: "You are not signed in, or not allowed to do this. Sign in again if it goes on."
        case 403: "You are not allowed to do this."
        case 404, 410: "This could not be found. It may have been removed."
        case 409, 412: "This was changed by somebody else in the meantime. Load it again, then repeat your change."
        case 413: "This is too large for the server."
        case 426: "This version of the app is too old. Update it, then try again."
        case 429: "There were too many requests. Wait a little, then try again."
        case 400..<500: "The server did not accept this request (\(status))."
        case 500...: "The server has a problem (\(status)). Try again in a while."
        default: "The server gave an answer that was not expected (\(status))."
        }
    }
}

extension FileFailure: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .missing: "The file is not there any more."
        case .notPermitted: "The file may not be read or written."
        case .diskFull: "There is no space left on this device. Free some, then try again."
        case .changedWhileSending: "The file changed while it was sent. Try again."
        case .other(let code): "The file could not be read or written (\(code))."
        }
    }
}
