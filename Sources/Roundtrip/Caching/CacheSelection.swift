/// The request headers that an answer depends on, with the values its request had (RFC 9111, section 4.1).
///
/// Besides the headers that `Vary` names, these are the credentials that the request itself carried: what was stored for
/// one of them is never served to another, and what was stored for none only to requests that have none but a cookie. Of a
/// credential only a fingerprint is kept, which tells nothing and holds for this process alone, so no secret gets into a
/// store.
public struct CacheSelection: Hashable, Sendable {
    /// The normalised values by header name in lower case; a header that the request did not have is there with "".
    public let values: [String: String]

    public init(values: [String: String]) {
        self.values = values
    }

    /// More names than any server has a use for; comparing them costs time on every call.
    private static let nameLimit = 64

    /// `nil` for an answer that is good for no second request: `Vary: *`, or by more than could be compared.
    init?(of request: HTTPRequest, answeredWith headers: HTTPHeaders) {
        var values: [String: String] = [:]
        for name in headers.members(of: "Vary") {
            guard name != "*", values.count < Self.nameLimit else { return nil }
            values[name.lowercased()] = Self.value(of: name.lowercased(), in: request)
        }
        for name in request.allCredentialHeaderNames where request.headers.contains(name) {
            values[name] = Self.value(of: name, in: request)
        }
        self.values = values
    }

    /// Whether the answer may be used for this request.
    ///
    /// - Parameter language: The answer's own. One in the very language that the request prefers will do, whatever others
    ///   are on its list.
    func matches(_ request: HTTPRequest, language: String?) -> Bool {
        let agrees = values.allSatisfy { name, value in
            Self.value(of: name, in: request) == value
                || name == "accept-language" && language.map(request.headers.prefersLanguage) ?? false
        }
        return agrees
            && request.allCredentialHeaderNames.allSatisfy { name in
                // A cookie that the server does not vary by changes nothing.
                name == "cookie" || values[name] != nil || !request.headers.contains(name)
            }
    }

    private static func value(of name: String, in request: HTTPRequest) -> String {
        let members = request.headers.members(of: name)
        if request.isCredential(name) {
            return members.isEmpty ? "" : fingerprint(request.headers.values(for: name))
        }
        guard unorderedNames.contains(name) else { return members.joined(separator: ",") }
        return members.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.sorted().joined(separator: ",")
    }

    /// Lists whose order says nothing and whose members are compared without case (RFC 9110, section 12.5): weights do.
    private static let unorderedNames: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language"]

    /// `Hasher` is keyed anew in each process.
    private static func fingerprint(_ values: [String]) -> String {
        var hasher = Hasher()
        hasher.combine(values)
        return String(UInt(bitPattern: hasher.finalize()), radix: 36)
    }
}

extension CacheSelection: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names of the headers, never their values.
    public var description: String { "[" + values.keys.sorted().joined(separator: ", ") + "]" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
