import Foundation

/// A credential that does not change: an API key, a fixed bearer token, or Basic.
///
/// Like a session's token it goes to the environment's token origins and nowhere else, and stays away where the endpoint
/// sets the header itself or requires no authorization. A redirect to another origin takes it out, whatever its name.
public struct FixedCredential: Credential {
    private let field: HTTPHeaders.Field

    /// `Authorization: Bearer` (RFC 6750, section 2.1).
    public static func bearer(_ token: String) -> FixedCredential {
        FixedCredential(field: .init(name: "Authorization", value: "Bearer \(token)"))
    }

    /// A key in a header.
    public static func apiKey(_ key: String, header: String = "X-Api-Key") -> FixedCredential {
        FixedCredential(field: .init(name: header, value: key))
    }

    /// `Authorization: Basic` in UTF-8 (RFC 7617, section 2).
    ///
    /// - Throws: `NetworkError.invalidRequest` for a user name with a colon: a server takes what stands before the first
    ///   colon as the user name.
    public static func basic(user: String, password: String) throws(NetworkError) -> FixedCredential {
        guard !user.contains(":") else { throw .invalidRequest("A user name for Basic may not have a colon.") }
        let pair = Data("\(user):\(password)".utf8).base64EncodedString()
        return FixedCredential(field: .init(name: "Authorization", value: "Basic \(pair)"))
    }

    public var headerNames: Set<String> { [field.name] }

    public func middleware(origins: Set<Origin>) -> any Middleware {
        Step(field: field, origins: origins)
    }

    private struct Step: Middleware {
        let field: HTTPHeaders.Field
        let origins: Set<Origin>

        func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
            var request = request
            // Also where the endpoint has set the header itself: its own key is no less secret.
            request.credentialHeaderNames.insert(field.name.lowercased())
            guard context.requiresAuth, let origin = Origin(request.url), origins.contains(origin) else {
                return try await next(request)
            }
            request.headers.setDefault(field.name, field.value)
            return try await next(request)
        }
    }
}
