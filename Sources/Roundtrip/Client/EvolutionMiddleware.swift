/// Tells the app's observers when the server has moved on: this version of the app is too old, or an endpoint will go.
///
/// The call's own outcome stays what it is.
final class EvolutionMiddleware: Middleware {
    private struct Notice: Hashable {
        let endpoint: String
        let deprecation: Deprecation
    }

    private let upgradeStatus: Int
    private let told = Locked(Set<Notice>())

    init(upgradeStatus: Int) {
        self.upgradeStatus = upgradeStatus
    }

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let response = try await next(request)
        guard context.observers != nil else { return response }
        if response.status == upgradeStatus { context.record(.upgradeRequired) }
        if let deprecation = Deprecation(response.headers, now: context.time.date) {
            let notice = Notice(endpoint: context.endpoint, deprecation: deprecation)
            if told.withLock({ $0.insert(notice).inserted }) {
                context.record(.deprecated(since: deprecation.since, sunset: deprecation.sunset))
            }
        }
        return response
    }
}
