/// An element that a ``LossyArray`` or ``LossyDictionary`` skipped. It holds no value from the body.
public struct LossyDrop: Hashable, Sendable, CustomStringConvertible {
    /// Where it stood in the body, such as `groups[0].items[1]`; keys that are data show as `*`.
    public let path: String
    public let reason: DecodingFailure.Reason

    public init(path: String, reason: DecodingFailure.Reason) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "\(path): \(reason)" }
}
