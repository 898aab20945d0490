/// What a client proves its calls with: a user's session (`TokenRepository`) or something that does not change
/// (`FixedCredential`).
public protocol Credential: Sendable {
    /// The step that puts the credential into requests to these origins, and into no others.
    func middleware(origins: Set<Origin>) -> any Middleware

    /// The headers that carry it: a redirect to another origin drops them, and no log or export shows their values.
    var headerNames: Set<String> { get }

    /// The session that a call which begins now belongs to.
    func session() async throws -> CallSession

    /// The session now, as far as it is known, and after every change: who keeps something for a session forgets it when
    /// that has ended.
    func sessions() -> AsyncStream<CallSession>

    /// Has the credential tell these observers what happens to its session. Each client calls it once.
    func report(to observers: ObserverQueues)
}

extension Credential {
    public var headerNames: Set<String> { ["Authorization"] }
    public func session() async throws -> CallSession { .none }

    public func sessions() -> AsyncStream<CallSession> { AsyncStream { $0.finish() } }
    public func report(to observers: ObserverQueues) {}
}

extension TokenRepository: Credential {
    public nonisolated func middleware(origins: Set<Origin>) -> any Middleware {
        AuthMiddleware(repository: self, origins: origins)
    }

    public nonisolated func sessions() -> AsyncStream<CallSession> {
        let (stream, continuation) = AsyncStream.makeStream(of: CallSession.self)
        let task = Task { [weak self] in
            guard let statuses = await self?.statuses() else { return continuation.finish() }
            for await status in statuses {
                switch status {
                case .unknown: break
                case .signedIn(let id, _): continuation.yield(.signedIn(id))
                case .signedOut: continuation.yield(.none)
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    public nonisolated func report(to observers: ObserverQueues) {
        self.observers.add(observers)
    }
}
