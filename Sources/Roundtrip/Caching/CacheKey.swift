import Foundation

/// Whose answers may be seen together: those of one session, or those of nobody in particular.
public enum CachePartition: Hashable, Sendable {
    case anonymous
    case session(SessionID)

    /// `nil` where it is not known who is signed in: then nothing may be read or written.
    init?(_ session: CallSession) {
        switch session {
        case .none: self = .anonymous
        case .signedIn(let id): self = .session(id)
        case .unavailable: return nil
        }
    }
}

/// What stored answers are found by: whose they are, and the URL (RFC 9111, section 2).
public struct CacheKey: Hashable, Sendable {
    public let partition: CachePartition
    /// Without fragment; scheme, host and port in their normal form (RFC 9110, section 4.2.3).
    public let url: String

    public init(partition: CachePartition, url: String) {
        self.partition = partition
        self.url = url
    }

    init?(_ url: URL, partition: CachePartition) {
        guard let origin = Origin(url) else { return nil }
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        self.init(partition: partition, url: origin.description + (path.isEmpty ? "/" : path) + query)
    }
}

extension CacheKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing of the URL, whose path and query can hold personal data.
    public var description: String { "CacheKey" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
