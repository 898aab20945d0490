import Foundation
import Roundtrip
import RoundtripLive

/// The OAuth server that `scripts/integration` has started.
struct OAuthServer {
    let url: URL

    /// `nil` if there is none: then the tests did not run, and say so.
    static let address: URL? = {
        let text = ProcessInfo.processInfo.environment["ROUNDTRIP_OAUTH_URL"]
        guard let url = text.flatMap({ URL(string: $0) }) else {
            print("INTEGRATION TESTS DID NOT RUN: start them with scripts/integration, which starts their servers.")
            return nil
        }
        return url
    }()

    enum Kind: String, CaseIterable, Sendable {
        case isPublic, basic, form, wrongSecret, unknown

        var client: OAuthTokenRefresher.Client {
            switch self {
            case .isPublic: .isPublic(id: "app")
            case .basic: .basic(id: "basic client", secret: "s:e%c r+t")
            case .form: .form(id: "form-client", secret: "s&e=c+r t")
            case .wrongSecret: .form(id: "form-client", secret: "wrong")
            case .unknown: .isPublic(id: "nobody")
            }
        }
    }

    /// A signed-in client of this kind. The tokens come from a client that the server knows.
    func signedIn(_ kind: Kind, lifetime: Duration? = nil) async throws -> (client: APIClient, session: TokenRepository)
    {
        var configuration = ClientConfiguration.live(environment: .development(url))
        let refresher = OAuthTokenRefresher(
            configuration.tokenEndpoint, location: "oauth/token", client: kind.client)
        let session = TokenRepository(database: InMemoryTokenDatabase(), refresher: refresher)
        configuration.credential = session
        let client = APIClient(configuration)
        let grant = try await client.send(PasswordGrant(kind: kind))
        await session.signIn(
            Tokens(
                accessToken: grant.accessToken, refreshToken: grant.refreshToken, receivedAt: Date(),
                lifetime: lifetime ?? .seconds(grant.expiresIn)))
        return (client, session)
    }

    func counts() async throws -> Counts {
        try await APIClient.live(environment: .development(url)).send(Request<Counts>.get("test/counts"))
    }

    func command(_ name: String) async throws {
        try await APIClient.live(environment: .development(url)).send(Request<Void>.post("test/\(name)"))
    }
}

struct Counts: Decodable, Sendable, Equatable {
    let refreshes: Int
    let reuses: Int
}

struct Grant: Decodable, Sendable {
    let accessToken: String
    let refreshToken: String
    let expiresIn: Int
}

/// Signing in with name and password (RFC 6749, section 4.3), which a test can do without a browser.
struct PasswordGrant: Endpoint {
    typealias Response = Grant
    let kind: OAuthServer.Kind

    var method: HTTPMethod { .post }
    var path: EndpointPath { "oauth/token" }
    var requiresAuth: Bool { false }

    var headers: HTTPHeaders {
        guard kind == .basic else { return [:] }
        // The server reads both parts as form-encoded (section 2.3.1).
        return ["Authorization": "Basic " + Data("basic%20client:s%3Ae%25c%20r%2Bt".utf8).base64EncodedString()]
    }

    var body: RequestBody {
        var form = "grant_type=password&username=ada&password=difference+engine+%26+co"
        switch kind {
        case .basic: break
        case .form, .wrongSecret: form += "&client_id=form-client&client_secret=s%26e%3Dc%2Br+t"
        case .isPublic, .unknown: form += "&client_id=app"
        }
        return .data(Data(form.utf8), contentType: "application/x-www-form-urlencoded")
    }
}
