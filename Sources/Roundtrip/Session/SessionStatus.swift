/// Whether a user is signed in, as far as the app knows.
public enum SessionStatus: Hashable, Sendable {
    /// The store has not been read yet.
    case unknown
    /// - Parameter isSaved: `false` while the newest tokens could not be saved. They are used, and saving is tried again;
    ///   if the app ended now, the user would have to sign in again.
    case signedIn(SessionID, isSaved: Bool)
    case signedOut(SignOutReason)
}
