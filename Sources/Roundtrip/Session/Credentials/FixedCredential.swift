import Foundation

/// A credential that does not change: an API key, a fixed bearer token, or Basic.
///
/// Like a session's token it goes to the environment's token origins and nowhere else, and stays away where the endpoint
/// sets the header itself or requires no authorization. A redirect to another origin takes it out, whatever its name.
///
/// A bearer token and a user with a password say who the person is, so answers to their calls are kept for them alone,
/// and for one run of the process. An API key says which app it is: its answers are kept for everybody who uses the app.
/// If yours is a person's, give each person a cache of their own.
public struct FixedCredential: Credential {
    private let field: HTTPHeaders.Field
    /// Whose calls these are, if the credential tells one person from another.
    private let person: SessionID?

    /// `Authorization: Bearer` (RFC 6750, section 2.1).
    public static func bearer(_ token: String) -> FixedCredential {
        FixedCredential(authorization: "Bearer \(token)")
    }

    /// A key in a header.
    public static func apiKey(_ key: String, header: String = "X-Api-Key") -> FixedCredential {
        FixedCredential(field: .init(name: header, value: key), person: nil)
    }

    /// `Authorization: Basic` in UTF-8 (RFC 7617, section 2).
    ///
    /// - Throws: `NetworkError.invalidRequest` for a user name with a colon: a server takes what stands before the first
    ///   colon as the user name.
    public static func basic(user: String, password: String) throws(NetworkError) -> FixedCredential {
        guard !user.contains(":") else { throw .invalidRequest("A user name for Basic may not have a colon.") }
        let pair = Data("\(user):\(password)".utf8).base64EncodedString()
        return FixedCredential(authorization: "Basic \(pair)")
    }

    private init(field: HTTPHeaders.Field, person: SessionID?) {
        self.field = field
        self.person = person
    }

    /// `Hasher` is keyed anew in each process, so what it gives says nothing about the secret, wherever it is written.
    private init(authorization: String) {
        var hasher = Hasher()
        hasher.combine(authorization)
        let fingerprint = String(UInt(bitPattern: hasher.finalize()), radix: 36)
        self.init(
            field: .init(name: "Authorization", value: authorization),
            person: SessionID(rawValue: "fixed-\(fingerprint)"))
    }

    public var headerNames: Set<String> { [field.name] }

    public func session() async throws -> CallSession { callSession }

    public func sessions() -> AsyncStream<CallSession> {
        AsyncStream { continuation in
            if person != nil { continuation.yield(callSession) }
            continuation.finish()
        }
    }

    private var callSession: CallSession { person.map(CallSession.signedIn) ?? .none }

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
