/// Why nobody is signed in.
public enum SignOutReason: Hashable, Sendable {
    /// The store holds no session.
    case noSession
    /// The app asked for it.
    case requested
    /// Another sign-in took the session's place.
    case replaced
    /// Another process signed out, or in as somebody else.
    case elsewhere
    /// The server refused the refresh token.
    ///
    /// - Parameter afterLostAnswer: An earlier refresh may have reached the server without its answer arriving. A server
    ///   that uses each refresh token once then refuses it, through nobody's fault.
    case refused(afterLostAnswer: Bool)
}

extension SignOutReason {
    /// A short name for logs and metrics.
    var label: String {
        switch self {
        case .noSession: "noSession"
        case .requested: "requested"
        case .replaced: "replaced"
        case .elsewhere: "elsewhere"
        case .refused(afterLostAnswer: false): "refused"
        case .refused(afterLostAnswer: true): "refusedAfterLostAnswer"
        }
    }
}
