import Foundation

/// Refreshes as OAuth 2.0 does: a form to the token endpoint (RFC 6749, section 6).
public struct OAuthTokenRefresher: TokenRefresher {
    /// How the client says who it is (RFC 6749, section 2.3).
    public enum Client: Sendable {
        /// A client without a secret, such as an app: `client_id` in the form.
        case isPublic(id: String)
        /// Id and secret as Basic credentials, which every server must support.
        case basic(id: String, secret: String)
        /// Id and secret in the form.
        case form(id: String, secret: String)
        case none
    }

    private let endpoint: TokenEndpoint
    private let location: String
    private let client: Client
    private let scope: String?

    /// - Parameters:
    ///   - location: A path below the base URL, such as `oauth/token`, or a whole URL.
    ///   - scope: Asked for again at each refresh; `nil` keeps what was granted.
    public init(_ endpoint: TokenEndpoint, location: String, client: Client, scope: String? = nil) {
        self.endpoint = endpoint
        self.location = location
        self.client = client
        self.scope = scope
    }

    public func refresh(using refreshToken: String) async throws -> TokenGrant {
        var items: [(String, String?)] = [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
        var headers: HTTPHeaders = ["Accept": "application/json"]
        if let scope { items.append(("scope", scope)) }
        switch client {
        case .none: break
        case .isPublic(let id):
            items.append(("client_id", id))
        case .form(let id, let secret):
            items += [("client_id", id), ("client_secret", secret)]
        case .basic(let id, let secret):
            let pair = PercentEncoding.encoded(id) + ":" + PercentEncoding.encoded(secret)
            headers["Authorization"] = "Basic " + Data(pair.utf8).base64EncodedString()
        }
        let form = RequestQuery(items).percentEncoded ?? ""
        let response = try await endpoint.post(
            Data(form.utf8), contentType: "application/x-www-form-urlencoded", to: location, headers: headers)
        return try TokenAnswer(response).grant(orFailure: endpoint.failure)
    }
}

extension OAuthTokenRefresher.Client: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never id or secret.
    public var description: String {
        switch self {
        case .isPublic: "a public client"
        case .basic, .form: "a client with a secret"
        case .none: "no client"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}
