import Foundation

/// What the answer of a token endpoint says: a grant, a definite refusal, or neither.
enum TokenAnswer {
    case granted(TokenGrant)
    case refused
    case unclear(HTTPResponse)

    /// A refusal is a 400 with `invalid_grant` (RFC 6749, section 5.2) or a 401. Anything else, a page of a captive portal
    /// or a 503 from a proxy, says nothing about the token.
    ///
    /// A 401 with `invalid_client` is no refusal either: it is the app that the server does not know, and signing every
    /// user out would not change that.
    init(_ response: HTTPResponse) {
        let fields = (try? JSONDecoder().decode(Fields.self, from: response.data)) ?? Fields()
        switch response.status {
        case 200..<300:
            let grant = fields.grant
            self = grant.map { .granted($0) } ?? .unclear(response)
        case 400 where fields.error == "invalid_grant":
            self = .refused
        case 401 where fields.error != "invalid_client":
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
        }
    }

    /// The fields of both spellings, each read by itself, so that a strange one spoils no other.
    private struct Fields: Decodable {
        var accessToken: String?
        var refreshToken: String?
        var lifetime: Duration?
        var error: String?

        enum Key: String, CodingKey {
            case access_token, refresh_token, expires_in, error
            case accessToken, refreshToken, expiresIn
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func text(_ keys: Key...) -> String? {
                keys.lazy.compactMap { try? container.decode(String.self, forKey: $0) }.first { !$0.isEmpty }
            }
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
