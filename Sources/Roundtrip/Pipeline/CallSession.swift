/// Names one sign-in: made when a user signs in, kept by every refresh, gone with the sign-out.
public struct SessionID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The session that a call began in. It is read once, and everything about the call goes by it, so that a call of one
/// user is never finished with another's token or cache.
public enum CallSession: Hashable, Sendable {
    /// Nobody is signed in, or the app has no sessions.
    case none
    case signedIn(SessionID)
    /// The token store could not be read just now; the sentence says why.
    case unavailable(String)
}
