/// Tells the app's observers when the server has moved on: this version of the app is too old, or an endpoint will go.
///
/// The call's own outcome stays what it is.
final class EvolutionMiddleware: Middleware {
    private struct Notice: Hashable {
        let endpoint: String
        let deprecation: Deprecation
    }

    private let upgradeStatus: Int
    private let observers: ObserverQueues
    private let told = Locked(Set<Notice>())

    init(upgradeStatus: Int, observers: ObserverQueues) {
        self.upgradeStatus = upgradeStatus
        self.observers = observers
    }

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let response = try await next(request)
        let now = context.time.date
        func tell(_ kind: NetworkEvent.Kind) {
            observers.record(NetworkEvent(kind, date: now, callID: context.id, endpoint: context.endpoint))
        }
        if response.status == upgradeStatus { tell(.upgradeRequired) }
        if let deprecation = Deprecation(response.headers, now: now) {
            let notice = Notice(endpoint: context.endpoint, deprecation: deprecation)
            if told.withLock({ $0.insert(notice).inserted }) {
                tell(.deprecated(since: deprecation.since, sunset: deprecation.sunset))
            }
        }
        return response
    }
}
