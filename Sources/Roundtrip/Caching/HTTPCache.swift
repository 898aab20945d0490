public import Foundation

/// A private cache for one account's calls (RFC 9111; RFC 5861; RFC 8246).
///
/// Answers of one session are never seen by another, and are removed when it ends. Give all clients of one account the
/// same cache, and clients of different accounts different ones.
///
/// ```swift
/// configuration.cache = HTTPCache(store: MemoryCacheStore(byteLimit: 32 << 20))
/// ```
public final class HTTPCache: Sendable {
    let planner: CachePlanner
    private let store: any CacheStore
    private let traffic = Locked(CacheTraffic())

    /// - Parameters:
    ///   - store: Where answers are kept: in memory unless given. It belongs to this cache alone, which knows what is
    ///     under way to it.
    ///   - heuristicFraction: Answers for which the server gives no lifetime count as fresh for this part of the time
    ///     since their last modification, at most a day (RFC 9111, section 4.2.2). 0, unless given, means never; 0.1 is
    ///     usual.
    public init(store: any CacheStore = MemoryCacheStore(), heuristicFraction: Double = 0) {
        self.store = store
        planner = CachePlanner(heuristicFraction: heuristicFraction)
    }

    /// Forgets everything, and keeps nothing of what is under way.
    public func removeAll() async {
        traffic.withLock { $0.invalidateAll() }
        await store.removeAll()
    }

    /// Forgets what is kept for a URL, for everybody who is not signed in or for this session.
    public func remove(_ url: URL, session: SessionID? = nil) async {
        let partition = session.map(CachePartition.session) ?? .anonymous
        if let key = CacheKey(url, partition: partition) { await remove([key]) }
    }

    func remove(_ keys: [CacheKey]) async {
        traffic.withLock { $0.invalidate(keys) }
        for key in keys { await store.remove(key) }
    }

    /// Forgets what is kept for the URLs, whoever has asked for it: a write by one changes what all others see.
    func forget(_ urls: [URL], for session: CallSession) async {
        let partitions = traffic.withLock { $0.partitions(besides: CachePartition(session)) }
        let keys = urls.flatMap { url in partitions.compactMap { CacheKey(url, partition: $0) } }
        await remove(Array(Set(keys)))
    }

    /// Only this session's answers, and those of nobody in particular, are kept from now on.
    package func sessionIs(_ session: SessionID?) async {
        traffic.withLock { $0.sessionIs(session) }
        await store.removeSessions(except: session)
    }

    /// Removes what belongs to sessions that have ended, now and whenever one ends.
    func follow(_ credential: any Credential) {
        let sessions = credential.sessions()
        Task { [weak self] in
            for await session in sessions {
                switch session {
                case .none: await self?.sessionIs(nil)
                case .signedIn(let id): await self?.sessionIs(id)
                case .unavailable: break
                }
            }
        }
    }

    /// `nil` where nothing may be read or kept.
    func key(for url: URL, in session: CallSession) -> CacheKey? {
        guard let partition = CachePartition(session), traffic.withLock({ $0.allows(partition) }) else { return nil }
        return CacheKey(url, partition: partition)
    }

    func responses(for key: CacheKey) async -> [StoredResponse] {
        traffic.withLock { $0.isUnsettled(key) } ? [] : await store.responses(for: key)
    }

    func begin(_ key: CacheKey) -> Int { traffic.withLock { $0.begin(key) } }

    func end(_ number: Int) {
        traffic.withLock { $0.end(number) }
    }

    /// Keeps the answer to an exchange, unless it has come too late.
    func save(_ response: StoredResponse, for key: CacheKey, exchange number: Int) async {
        guard traffic.withLock({ $0.beginSaving(number) }) else { return }
        await store.save(response, for: key)
        // A removal that came meanwhile may have been carried out before the answer was there.
        if traffic.withLock({ $0.isLate(number) }) { await store.remove(key) }
        traffic.withLock { $0.endSaving(number) }
    }

    /// Whether nothing is under way, neither for a caller nor in the background.
    package var isAtRest: Bool { traffic.withLock { $0.isAtRest } }

    /// Whether anything is being confirmed in the background.
    var isConfirming: Bool { traffic.withLock { $0.isConfirming } }

    /// Runs the work in a task of its own, unless some is under way for the key.
    func inBackground(_ key: CacheKey, _ work: @escaping @Sendable () async -> Void) {
        guard traffic.withLock({ $0.beginBackground(key) }) else { return }
        Task {
            await work()
            traffic.withLock { $0.endBackground(key) }
        }
    }
}
