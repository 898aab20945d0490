import Foundation

extension ServerErrorDetails {
    /// Reads the known forms of error bodies; whatever has none of them gives no details and is no error.
    ///
    /// - `{"code": "course_full", "message": "…"}`
    /// - `{"error": {"code": "course_full", "message": "…"}}`
    /// - `{"error": "invalid_grant", "error_description": "…"}` (OAuth 2, RFC 6749, section 5.2)
    /// - `application/problem+json` (RFC 9457): `detail`, else `title`, is the message; a member `code`, else `type`, is
    ///   the code, where `about:blank` means none.
    ///
    /// A code may be a number. Empty strings count as absent.
    public static func standard(_ response: HTTPResponse) -> ServerErrorDetails {
        guard let body = try? JSONDecoder().decode(ErrorBody.self, from: response.data) else {
            return ServerErrorDetails()
        }
        let isProblem = response.contentType?.description == "application/problem+json"
        return isProblem ? body.problem : body.details
    }
}

/// The members of the known forms, each `nil` where it is missing or of another type.
private struct ErrorBody: Decodable {
    private enum CodingKeys: String, CodingKey {
        case code, message, error, type, title, detail
        case errorDescription = "error_description"
    }

    private let members: KeyedDecodingContainer<CodingKeys>

    init(from decoder: any Decoder) throws {
        members = try decoder.container(keyedBy: CodingKeys.self)
    }

    var problem: ServerErrorDetails {
        let type = text(.type)
        return ServerErrorDetails(
            code: text(.code) ?? (type == "about:blank" ? nil : type),
            message: text(.detail) ?? text(.title)
        )
    }

    var details: ServerErrorDetails {
        let inner = try? members.decode(ErrorBody.self, forKey: .error)
        return ServerErrorDetails(
            code: inner?.text(.code) ?? text(.code) ?? text(.error),
            message: inner?.text(.message) ?? text(.message) ?? text(.errorDescription)
        )
    }

    private func text(_ key: CodingKeys) -> String? {
        if let text = try? members.decode(String.self, forKey: key) { return text.isEmpty ? nil : text }
        return (try? members.decode(Decimal.self, forKey: key)).map { "\($0)" }
    }
}
