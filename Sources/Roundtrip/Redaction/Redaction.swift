/// Decides what may be printed, so that no description, log line or export ever shows a secret.
///
/// Every description and every sink in the package asks this one type. Names may always be shown. Descriptions show a
/// header's value only if it is on a short fixed list; logs and exports show values unless their name is that of a secret:
/// the names below, in any spelling (`accessToken`, `access-token`, `ACCESS_TOKEN`), and those that an app adds. A hidden
/// value is replaced by a placeholder that tells nothing about it: no length, no prefix, no hash.
public struct Redaction: Sendable, Hashable {
    /// What stands where a value was hidden.
    public static let placeholder = "<redacted>"

    /// Names of headers, besides the known ones, whose values are secret.
    public var headerNames: Set<String> { didSet { headers = Set(headerNames.map(SecretName.plain)) } }
    /// Names of query items and of JSON and form fields, besides the known ones, whose values are secret.
    public var fieldNames: Set<String> { didSet { fields = Set(fieldNames.map(SecretName.plain)) } }

    private var headers: Set<String>
    private var fields: Set<String>

    public init(headerNames: Set<String> = [], fieldNames: Set<String> = []) {
        self.headerNames = headerNames
        self.fieldNames = fieldNames
        headers = Set(headerNames.map(SecretName.plain))
        fields = Set(fieldNames.map(SecretName.plain))
    }

    /// Whether a header with this name carries a secret.
    public func hides(header name: String) -> Bool {
        SecretName.isSecret(header: name) || headers.contains(SecretName.plain(name))
    }

    /// Whether a query item, JSON or form field with this name holds a secret.
    public func hides(field name: String) -> Bool {
        SecretName.isSecret(field: name) || fields.contains(SecretName.plain(name))
    }

    /// The header's value as it may be written to a log or export.
    ///
    /// Of a header that holds a URL, the query's secrets, user name and password are hidden, and the path, which may be
    /// that of a reset link. A value with URLs within it, such as `Link`, or that looks like a credential, is hidden as a
    /// whole.
    public func value(ofHeader name: String, _ value: String) -> String {
        if hides(header: name) { return Self.placeholder }
        let plain = name.lowercased()
        if Self.printableHeaderNames.contains(plain) { return value }
        if Self.urlHeaderNames.contains(plain) { return url(value) }
        return value.contains("://") || SecretValue.isCredential(header: value) ? Self.placeholder : value
    }

    private static let urlHeaderNames: Set<String> = ["location", "content-location", "referer", "origin"]
}

// MARK: - For descriptions

extension Redaction {
    /// The headers whose values may be printed, in lower case. Everything else shows as its name alone.
    static let printableHeaderNames: Set<String> = [
        "accept", "accept-language", "age", "allow", "app-version", "cache-control", "content-encoding",
        "content-language", "content-length", "content-type", "date", "expires", "last-modified", "retry-after",
        "user-agent", "vary", "x-request-id",
    ]

    /// The headers that prove who sends a request, in lower case.
    static let credentialHeaderNames: Set<String> = [
        "authorization", "cookie", "proxy-authorization", "x-api-key",
    ]

    /// The value as it may be printed beside the header's name in a description.
    package static func printable(header name: String, value: String) -> String {
        printableHeaderNames.contains(name.lowercased()) ? value : placeholder
    }
}
