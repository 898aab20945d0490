import Foundation

/// Refreshes with a JSON body: `{"refreshToken"}` for `{"accessToken", "refreshToken", "expiresIn"}`, the last in
/// seconds.
public struct JSONTokenRefresher: TokenRefresher {
    private let endpoint: TokenEndpoint
    private let location: String

    /// - Parameter location: A path below the base URL, or a whole URL.
    public init(_ endpoint: TokenEndpoint, location: String = "auth/refresh") {
        self.endpoint = endpoint
        self.location = location
    }

    public func refresh(using refreshToken: String) async throws -> TokenGrant {
        let body = try JSONRequestEncoder().encode(["refreshToken": refreshToken])
        let response = try await endpoint.post(
            body, contentType: "application/json", to: location, headers: ["Accept": "application/json"])
        return try TokenAnswer(response).grant(orFailure: endpoint.failure)
    }
}
