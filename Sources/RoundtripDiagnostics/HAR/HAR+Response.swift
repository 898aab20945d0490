import Roundtrip

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
        var size = 0
        var mimeType = ""
        /// The body, if the call records bodies.
        var text: String?
        /// How `text` writes a body that is no text: `base64`. Our own files show no such body.
        var encoding: String?
        /// How many bytes the content's coding saved.
        var compression: Int?
    }
}

// What other programs write: nothing of it is certain to be there.

extension HAR.Response {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        status = fields.whole(.status, atLeast: 0)
        statusText = fields.text(.statusText)
        httpVersion = HAR.filled(fields.text(.httpVersion))
        (cookies, headers) = (fields.list(.cookies), fields.list(.headers))
        content = fields.found(.content) ?? HAR.Content()
        redirectURL = fields.text(.redirectURL)
        headersSize = fields.whole(.headersSize, atLeast: -1)
        bodySize = fields.whole(.bodySize, atLeast: -1)
        error = fields.found(.error)
    }

    /// No answer came, or nothing is known of it.
    static var missing: HAR.Response {
        HAR.Response(
            status: 0, httpVersion: HAR.filled(""), headers: [], content: HAR.Content(), redirectURL: "", bodySize: -1)
    }
}

extension HAR.Content {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        size = fields.whole(.size, atLeast: 0)
        mimeType = fields.text(.mimeType)
        (text, encoding) = (fields.found(.text), fields.found(.encoding))
        compression = fields.number(.compression).map { Int($0.clamped(to: -1e15...1e15)) }
    }
}
