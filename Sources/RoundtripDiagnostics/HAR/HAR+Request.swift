extension HAR {
    struct Request: Sendable, Hashable, Codable {
        var method: String
        var url: String
        var httpVersion: String
        /// Always empty in our own files: cookies are secrets.
        var cookies: [Cookie] = []
        var headers: [NameValue]
        var queryString: [NameValue]
        var postData: PostData?
        /// -1 where it is not known, like `bodySize`.
        var headersSize = -1
        var bodySize: Int
    }

    struct NameValue: Sendable, Hashable, Codable {
        var name: String
        var value: String
    }

    struct Cookie: Sendable, Hashable, Codable {
        var name: String
        var value: String
    }

    struct PostData: Sendable, Hashable, Codable {
        var mimeType: String
        /// Empty, because `text` has it all; the two exclude each other.
        var params: [Param]? = []
        var text: String?

        struct Param: Sendable, Hashable, Codable {
            var name: String
            var value: String?
        }
    }
}
