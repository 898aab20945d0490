/// An answer that did not have the promised form. It never holds a value from the body.
public struct DecodingFailure: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// There was no body (or only white space, or `null`), and the reply type needs one.
        case emptyBody
        /// A web page came instead of data: often a captive portal or a proxy.
        case htmlPage
        /// The bytes are not JSON at all, or not text in the charset that they are said to be in.
        case malformed
        case missingKey(String)
        /// `null` or nothing where a value is needed.
        case missingValue
        case typeMismatch(expected: String)
        /// Right type, but a value that the model does not allow, such as an unknown enum case or a bad date.
        case invalidValue
        /// An endpoint's own `read` threw an error of this type.
        case custom(errorType: String)
    }

    public let reason: Reason
    /// The type that was asked for.
    public let type: String
    /// Where in the body, such as `items[3].author.name`; keys that are data show as `*`.
    public let codingPath: String
    public let status: Int
    public let byteCount: Int
    public var requestID: String?
    /// A sentence for the developer, where something is known that may help.
    public let hint: String?

    public init(
        _ reason: Reason,
        type: String,
        codingPath: String = "",
        status: Int,
        byteCount: Int,
        requestID: String? = nil,
        hint: String? = nil
    ) {
        self.reason = reason
        self.type = type
        self.codingPath = codingPath
        self.status = status
        self.byteCount = byteCount
        self.requestID = requestID
        self.hint = hint
    }
}

extension DecodingFailure: CustomStringConvertible {
    public var description: String {
        let place = codingPath.isEmpty ? "" : " at \(codingPath)"
        let end = hint.map { ". \($0)" } ?? ""
        return "\(type)\(place): \(reason) (status \(status), \(byteCount) bytes)\(end)"
    }
}
