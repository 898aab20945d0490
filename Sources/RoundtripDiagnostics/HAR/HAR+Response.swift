extension HAR {
    struct Response: Sendable, Hashable, Codable {
        /// 0 if no answer came.
        var status: Int
        var statusText = ""
        var httpVersion: String
        var cookies: [Cookie] = []
        var headers: [NameValue]
        var content: Content
        /// The `Location` header, or empty.
        var redirectURL: String
        var headersSize = -1
        var bodySize: Int
        /// The `FailureCategory`, where the browser's developer tools keep theirs.
        var error: String?

        enum CodingKeys: String, CodingKey {
            case status, statusText, httpVersion, cookies, headers, content, redirectURL, headersSize, bodySize
            case error = "_error"
        }
    }

    struct Content: Sendable, Hashable, Codable {
        var size: Int
        var mimeType: String
        /// The body, if the call records bodies.
        var text: String?
    }
}
