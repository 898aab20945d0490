/// Decides what may be printed, so that no description, log line or export ever shows a secret.
///
/// Every description in the package asks this one type. A name may always be shown; a value only if its header is on
/// a short fixed list of headers that carry neither credentials nor personal data. A hidden value is replaced by a
/// placeholder that tells nothing about it: no length, no prefix, no hash.
public enum Redaction {
    /// What stands where a value was hidden.
    public static let placeholder = "<redacted>"

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

    /// The value as it may be printed beside the header's name.
    package static func printable(header name: String, value: String) -> String {
        printableHeaderNames.contains(name.lowercased()) ? value : placeholder
    }
}
