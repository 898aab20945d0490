/// What was sent and what came back, after `Redaction`: for HAR files and cURL lines.
public struct AttemptRecord: Sendable, Hashable {
    public let method: HTTPMethod
    /// Without user name, password and fragment, with `{}` for path values and a placeholder for secret query values.
    public let url: String
    public let requestHeaders: HTTPHeaders
    /// Empty if no answer came.
    public let responseHeaders: HTTPHeaders
    /// `nil` unless the call opts in with `options.recordsBodies`; a placeholder for what is neither JSON nor a form.
    public let requestBody: String?
    public let responseBody: String?

    public init(
        method: HTTPMethod,
        url: String,
        requestHeaders: HTTPHeaders = [:],
        responseHeaders: HTTPHeaders = [:],
        requestBody: String? = nil,
        responseBody: String? = nil
    ) {
        self.method = method
        self.url = url
        self.requestHeaders = requestHeaders
        self.responseHeaders = responseHeaders
        self.requestBody = requestBody
        self.responseBody = responseBody
    }
}

extension CallOptions {
    private enum RecordsBodiesKey: CallOptionKey { static let defaultValue = false }

    /// Whether observers that want details get the call's redacted JSON and form bodies too. Off by default.
    public var recordsBodies: Bool {
        get { self[RecordsBodiesKey.self] }
        set { self[RecordsBodiesKey.self] = newValue }
    }
}
