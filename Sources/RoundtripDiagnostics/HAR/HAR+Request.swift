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
        var path: String?
        var domain: String?
        var expires: String?
        var httpOnly: Bool?
        var secure: Bool?
    }

    struct PostData: Sendable, Hashable, Codable {
        var mimeType: String
        /// Empty where `text` has it all; the two exclude each other.
        var params: [Param] = []
        var text = ""

        struct Param: Sendable, Hashable, Codable {
            var name: String
            var value: String?
            var fileName: String?
            var contentType: String?
        }
    }
}

// What other programs write: only the address cannot be done without.

extension HAR.Request {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        url = HAR.absolute(try fields.decode(String.self, forKey: .url))
        method = HAR.filled(fields.text(.method))
        httpVersion = HAR.filled(fields.text(.httpVersion))
        (cookies, headers) = (fields.list(.cookies), fields.list(.headers))
        queryString = fields.list(.queryString)
        postData = fields.found(.postData)
        headersSize = fields.whole(.headersSize, atLeast: -1)
        bodySize = fields.whole(.bodySize, atLeast: -1)
    }
}

extension HAR.NameValue {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        (name, value) = (fields.text(.name), fields.text(.value))
    }
}

extension HAR.Cookie {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        (name, value) = (fields.text(.name), fields.text(.value))
        (path, domain, expires) = (fields.found(.path), fields.found(.domain), fields.found(.expires))
        (httpOnly, secure) = (fields.found(.httpOnly), fields.found(.secure))
    }
}

extension HAR.PostData {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        (mimeType, text) = (fields.text(.mimeType), fields.text(.text))
        // Many programs write both, the one made of the other.
        params = text.isEmpty ? fields.list(.params) : []
    }
}

extension HAR.PostData.Param {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = fields.text(.name)
        (value, fileName, contentType) = (fields.found(.value), fields.found(.fileName), fields.found(.contentType))
    }
}

extension HAR {
    /// What a mandatory text is where a program left it out.
    static func filled(_ text: String) -> String { text.isEmpty ? "unknown" : text }

    /// The address as it stands if it has a scheme (RFC 3986, section 3.1), as every address in an archive has to.
    static func absolute(_ url: String) -> String {
        let scheme = url.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        let hasScheme =
            url.dropFirst(scheme.count).hasPrefix(":") && scheme.first?.isLetter == true
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return hasScheme ? url : "unknown:" + (url.hasPrefix("/") ? url : "/" + url)
    }
}
