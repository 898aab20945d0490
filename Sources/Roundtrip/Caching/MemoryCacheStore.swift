/// Keeps answers in memory, those used last, up to a number of bytes.
public final class MemoryCacheStore: CacheStore {
    private struct Entry {
        var variants: [StoredResponse] = []
        var byteCount: Int { variants.reduce(0) { $0 + $1.byteCount } }
    }

    private struct State {
        var entries: [CacheKey: Entry] = [:]
        var recent = RecentUse<CacheKey>()
        var byteCount = 0
    }

    private let byteLimit: Int
    private let state = Locked(State())

    /// - Parameter byteLimit: For all answers together; 16 MiB unless given. An answer that takes more than a quarter of
    ///   it is not kept.
    public init(byteLimit: Int = 16 << 20) {
        self.byteLimit = max(0, byteLimit)
    }

    /// The bytes that all answers take together.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    public func responses(for key: CacheKey) async -> [StoredResponse] {
        state.withLock { state in
            guard let entry = state.entries[key] else { return [] }
            state.recent.use(key)
            return entry.variants
        }
    }

    public func save(_ response: StoredResponse, for key: CacheKey) async {
        let isTooLarge = response.byteCount > byteLimit / 4
        state.withLock { state in
            var entry = state.entries[key] ?? Entry()
            state.byteCount -= entry.byteCount
            if isTooLarge {
                // The one that it would have replaced no longer holds.
                entry.variants.removeAll { $0.selection == response.selection }
            } else {
                entry.variants.keep(response)
            }
            state.byteCount += entry.byteCount
            state.entries[key] = entry.variants.isEmpty ? nil : entry
            if entry.variants.isEmpty { state.recent.remove(key) } else { state.recent.use(key) }
            while state.byteCount > byteLimit, let key = state.recent.leastRecent { Self.remove(key, from: &state) }
        }
    }

    public func remove(_ key: CacheKey) async {
        state.withLock { Self.remove(key, from: &$0) }
    }

    public func removeSessions(except session: SessionID?) async {
        state.withLock { state in
            for key in state.entries.keys where key.partition.belongsToSession(otherThan: session) {
                Self.remove(key, from: &state)
            }
        }
    }

    public func removeAll() async {
        state.withLock { $0 = State() }
    }

    private static func remove(_ key: CacheKey, from state: inout State) {
        guard let entry = state.entries.removeValue(forKey: key) else { return }
        state.byteCount -= entry.byteCount
        state.recent.remove(key)
    }
}

extension CachePartition {
    /// Whether it is one of a session, and not of this one.
    package func belongsToSession(otherThan session: SessionID?) -> Bool {
        if case .session(let id) = self { id != session } else { false }
    }
}
