import Foundation

/// What the answer of a token endpoint says: a grant, a definite refusal, or neither.
enum TokenAnswer {
    case granted(TokenGrant)
    case refused
    /// An error that says nothing about the refresh token.
    case unclear(HTTPResponse)
    /// A success that brings no token.
    case unusable(DecodingFailure)

    /// A refusal is a 400 with `invalid_grant` (RFC 6749, section 5.2) or a 401. Anything else, a page of a captive portal
    /// or a 503 from a proxy, says nothing about the token.
    ///
    /// A 401 with `invalid_client` is no refusal either: it is the app that the server does not know, and signing every
    /// user out would not change that.
    init(_ response: HTTPResponse) {
        let fields = try? JSONDecoder().decode(Fields.self, from: response.data)
        switch response.status {
        case 200..<300:
            let grant = fields?.grant
            self = grant.map { .granted($0) } ?? .unusable(Self.problem(with: response, fields))
        case 400 where fields?.error == "invalid_grant":
            self = .refused
        case 401 where fields?.error != "invalid_client":
            self = .refused
        default:
            self = .unclear(response)
        }
    }

    /// - Throws: `RefreshRefused`, or the failure made of an unclear answer.
    func grant(orFailure failure: (HTTPResponse) -> RefreshFailure) throws -> TokenGrant {
        switch self {
        case .granted(let grant): return grant
        case .refused: throw RefreshRefused()
        case .unclear(let response): throw failure(response)
        // The server may have made new tokens, and these are lost.
        case .unusable(let problem): throw RefreshFailure(.decoding(problem), mayHaveLostAnswer: true)
        }
    }

    /// What is wrong with a success that is no grant, in words that hold nothing from the body.
    private static func problem(with response: HTTPResponse, _ fields: Fields?) -> DecodingFailure {
        func failure(_ reason: DecodingFailure.Reason, _ hint: String) -> DecodingFailure {
            response.failure(reason, type: TokenGrant.self, hint: hint)
        }
        switch BodyForm(response.data, contentType: response.contentType) {
        case _ where response.isEmptyBody, .empty:
            return failure(.emptyBody, "The token endpoint answered without a body.")
        case .webPage:
            return failure(
                .htmlPage, "A web page came instead of tokens: a captive portal or a proxy may be in the way.")
        case .content:
            guard let fields else { return failure(.malformed, "The token endpoint's answer is no JSON object.") }
            guard fields.hasAccessToken else {
                return failure(.missingKey("access_token"), "The token endpoint's answer has no access token.")
            }
            guard fields.accessToken != nil else {
                return failure(.typeMismatch(expected: "String"), "The access token is no text, or is empty.")
            }
            return failure(.invalidValue, "The access token has characters that no header can carry.")
        }
    }

    /// The fields of both spellings, each read by itself, so that a strange one spoils no other.
    private struct Fields: Decodable {
        let hasAccessToken: Bool
        let accessToken: String?
        let refreshToken: String?
        /// `nil` for a lifetime that is none: the server's 401 says it then. To refuse the answer would lose a refresh
        /// token that works, and with it the session.
        let lifetime: Duration?
        let error: String?

        enum Key: String, CodingKey {
            case access_token, refresh_token, expires_in, error
            case accessToken, refreshToken, expiresIn
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func text(_ keys: Key...) -> String? {
                keys.lazy.compactMap { try? container.decode(String.self, forKey: $0) }.first { !$0.isEmpty }
            }
            hasAccessToken = container.contains(.access_token) || container.contains(.accessToken)
            accessToken = text(.access_token, .accessToken)
            refreshToken = text(.refresh_token, .refreshToken)
            error = text(.error)
            let seconds = [Key.expires_in, .expiresIn].lazy.compactMap { key in
                (try? container.decode(Double.self, forKey: key))
                    ?? (try? container.decode(String.self, forKey: key)).flatMap(ASCII.number).map(Double.init)
            }.first
            lifetime = seconds.map { .seconds($0.clamped(to: 0...1e9)) }
        }

        /// A token with white space or a line break could never be sent, so it is no grant.
        var grant: TokenGrant? {
            guard let accessToken, accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return TokenGrant(accessToken: accessToken, refreshToken: refreshToken, lifetime: lifetime)
        }
    }
}
