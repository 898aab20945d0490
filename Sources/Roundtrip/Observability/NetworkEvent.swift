public import Foundation

/// Something that happened to a call and that the app may want to know besides the call's own outcome.
public struct NetworkEvent: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The server no longer serves this version of the app (426, RFC 9110, section 15.5.22, or the configured status).
        case upgradeRequired
        /// The endpoint is or will be deprecated (RFC 9745), and answers until `sunset` (RFC 8594). Told once for each
        /// endpoint and pair of dates.
        case deprecated(since: Date?, sunset: Date?)
    }

    public let kind: Kind
    public let date: Date
    /// The call's id, which is also its `X-Request-ID`.
    public let callID: String
    /// The endpoint's name: its path template.
    public let endpoint: String

    public init(_ kind: Kind, date: Date, callID: String, endpoint: String) {
        self.kind = kind
        self.date = date
        self.callID = callID
        self.endpoint = endpoint
    }
}
