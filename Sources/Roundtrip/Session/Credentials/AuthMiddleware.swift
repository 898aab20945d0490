import Foundation

/// Sends each call with its session's access token, and after a 401 once more with a renewed one.
///
/// The token goes to the given origins and nowhere else, so neither a redirect nor a link to another host sees it. A 401
/// leads to a renewal only if the request that was refused carried the token, and to a replay only if the body can be
/// sent again and the work has not been done: what a redirect after a POST leads to is refused later than that. The 401
/// after a replay is the caller's answer; it does not end the session.
public struct AuthMiddleware: Middleware {
    private let repository: TokenRepository
    private let origins: Set<Origin>

    public init(repository: TokenRepository, origins: Set<Origin>) {
        self.repository = repository
        self.origins = origins
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard context.requiresAuth, let origin = Origin(request.url), origins.contains(origin),
            !request.headers.contains(Self.header)
        else { return try await next(request) }
        let session = try session(of: context)
        guard let token = try await repository.token(of: session, refused: nil) else {
            throw NetworkError.sessionExpired
        }
        let response = try await next(request.authorized(with: token))
        guard response.status == 401, response.request.carries(token) else { return response }
        guard request.body.isReplayable, !response.followsCompletion(of: request) else {
            // This call has its answer, but the caller's next one shall not meet the same 401.
            _ = try? await repository.token(of: session, refused: token)
            try Task.checkCancellation()
            return response
        }
        guard let renewed = try await repository.token(of: session, refused: token) else { return response }
        context.record(.replayed)
        let second = try await next(request.authorized(with: renewed))
        if second.status != 401 { await repository.accepted(renewed) }
        return second
    }

    private func session(of context: CallContext) throws(NetworkError) -> SessionID {
        switch context.session {
        case .signedIn(let id): return id
        case .none: throw .sessionExpired
        case .unavailable(let reason): throw .credentialsUnavailable(reason)
        }
    }

    fileprivate static let header = "Authorization"
}

extension HTTPRequest {
    fileprivate func authorized(with token: String) -> HTTPRequest {
        var request = self
        request.headers[AuthMiddleware.header] = "Bearer \(token)"
        return request
    }

    fileprivate func carries(_ token: String) -> Bool {
        headers[AuthMiddleware.header] == "Bearer \(token)"
    }
}
