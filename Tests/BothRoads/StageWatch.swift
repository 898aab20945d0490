public import Roundtrip

/// Has a hand in every client that a stage makes.
public struct StageWatch: Sendable {
    /// Changes the client before the test has its say.
    let prepare: @Sendable (inout ClientConfiguration) -> Void
    /// Gets what the client tells its observers through.
    let follow: @Sendable (ObserverQueues) -> Void

    public init(
        prepare: @escaping @Sendable (inout ClientConfiguration) -> Void,
        follow: @escaping @Sendable (ObserverQueues) -> Void
    ) {
        self.prepare = prepare
        self.follow = follow
    }
}
