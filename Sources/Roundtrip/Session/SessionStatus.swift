/// Whether a user is signed in, as far as the app knows.
public enum SessionStatus: Hashable, Sendable {
    /// The store has not been read yet.
    case unknown
    /// - Parameter isSaved: `false` while the newest tokens could not be saved. They are used, and saving is tried again;
    ///   if the app ended now, the user would have to sign in again.
    case signedIn(SessionID, isSaved: Bool)
    case signedOut(SignOutReason)
}

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
