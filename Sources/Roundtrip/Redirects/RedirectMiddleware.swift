/// Follows redirects, each hop as a real exchange of its own, as `RedirectPolicy` decides.
public struct RedirectMiddleware: Middleware {
    private let policy: RedirectPolicy

    /// - Parameters:
    ///   - credentialHeaders: Headers to drop besides `Authorization`, `Cookie`, `Proxy-Authorization` and `X-Api-Key`
    ///     when a redirect leads to another origin.
    ///   - insecureHosts: Hosts that may be reached over plain http.
    public init(credentialHeaders: Set<String> = [], insecureHosts: Set<String> = []) {
        policy = RedirectPolicy(
            credentialHeaderNames: Set(credentialHeaders.map { $0.lowercased() }), insecureHosts: insecureHosts)
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        var request = request
        var hops = 0
        while true {
            let response = try await next(request)
            switch policy.decision(for: response, to: request, hops: hops, mode: context.options.redirects) {
            case .deliver: return response
            case .refuse(let reason): throw NetworkError.redirectRefused(reason)
            case .follow(let hop):
                context.record(
                    .redirected(status: response.status, isSameOrigin: Origin(hop.url) == Origin(request.url)))
                request = hop
                hops += 1
            }
        }
    }
}
