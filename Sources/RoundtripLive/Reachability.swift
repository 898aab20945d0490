import Foundation

#if canImport(Network)
import Network
#endif

/// Whether the device seems to have a network: the state now, then each change of it.
///
/// ```swift
/// for await status in Reachability() { banner.isHidden = status != .unreachable }
/// ```
///
/// It is for messages and for waking work that waits. It is no reason to leave a request out: the system can be wrong, and
/// the only way to know whether a server answers is to ask it. The layer itself never looks here before it sends.
///
/// On Linux the state is `unknown`, and stays so.
public struct Reachability: AsyncSequence, Sendable {
    public enum Status: Hashable, Sendable {
        /// The system does not tell.
        case unknown
        /// There is no network. A request would most likely fail as `offline`.
        case unreachable
        /// There is a network, or the system would bring one up for a request.
        ///
        /// Expensive is cellular or a personal hotspot; constrained is Low Data Mode.
        case reachable(isExpensive: Bool, isConstrained: Bool)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let states: AsyncStream<Status>
        fileprivate var last: Status?

        /// The state now, at the first call; afterwards the next one that differs. `nil` once the task is cancelled.
        public mutating func next() async -> Status? {
            // Each loop takes up where the last one stopped, since they read the same stream.
            for await status in states where status != last {
                last = status
                return status
            }
            return nil
        }
    }

    private let watch: @Sendable (AsyncStream<Status>.Continuation) -> Void

    public init() {
        self.init(watch: Self.watchSystem)
    }

    /// - Parameter watch: Yields the state now and each later one, until the continuation is terminated.
    init(watch: @escaping @Sendable (AsyncStream<Status>.Continuation) -> Void) {
        self.watch = watch
    }

    public func makeAsyncIterator() -> AsyncIterator {
        // Who comes late wants to know how things are, not how they were.
        let (states, continuation) = AsyncStream.makeStream(of: Status.self, bufferingPolicy: .bufferingNewest(1))
        watch(continuation)
        return AsyncIterator(states: states)
    }

    /// Returns once a network seems to be there, and at once where the system does not tell.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func waitForNetwork() async throws {
        for await status in self where status != .unreachable { return }
        try Task.checkCancellation()
    }

    #if canImport(Network)
    private static let watchSystem: @Sendable (AsyncStream<Status>.Continuation) -> Void = { continuation in
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { continuation.yield(Status($0)) }
        continuation.onTermination = { _ in monitor.cancel() }
        // The first update comes at once, with the state now.
        monitor.start(queue: DispatchQueue(label: "roundtrip.reachability"))
    }
    #else
    private static let watchSystem: @Sendable (AsyncStream<Status>.Continuation) -> Void = { continuation in
        continuation.yield(.unknown)
    }
    #endif
}

#if canImport(Network)
extension Reachability.Status {
    fileprivate init(_ path: NWPath) {
        switch path.status {
        case .unsatisfied: self = .unreachable
        default: self = .reachable(isExpensive: path.isExpensive, isConstrained: path.isConstrained)
        }
    }
}
#endif
