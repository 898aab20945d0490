/// Which exchanges are under way for a cache, and which of their answers may still be kept.
///
/// What was sent before a write to the same URL, or before a sign-out, may come back after it; such an answer is handed
/// to its caller and not kept.
struct CacheTraffic: Sendable {
    private var exchanges: [Int: CacheKey] = [:]
    /// Those that are handing something to the store. One that is no longer current takes it back.
    private var saving: [Int: CacheKey] = [:]
    private var nextNumber = 0
    private var background: Set<CacheKey> = []
    private var ended: Set<SessionID> = []
    private var current: SessionID?

    /// Whether anything of this partition may be read or kept.
    func allows(_ partition: CachePartition) -> Bool {
        if case .session(let id) = partition { !ended.contains(id) } else { true }
    }

    /// Everybody whose answers may still be served, as far as is known.
    func partitions(besides partition: CachePartition?) -> Set<CachePartition> {
        var partitions = Set(exchanges.values.map(\.partition))
        partitions.insert(.anonymous)
        if let current { partitions.insert(.session(current)) }
        if let partition { partitions.insert(partition) }
        return partitions
    }

    mutating func begin(_ key: CacheKey) -> Int {
        nextNumber += 1
        exchanges[nextNumber] = key
        return nextNumber
    }

    /// Whether the answer to this exchange may be kept. If so, the end of the saving has to be told.
    mutating func beginSaving(_ number: Int) -> Bool {
        saving[number] = exchanges[number]
        return saving[number] != nil
    }

    /// Whether what was saved has come too late after all.
    func isLate(_ number: Int) -> Bool { exchanges[number] == nil }

    mutating func endSaving(_ number: Int) {
        saving[number] = nil
    }

    /// Whether the store may hold something under the key that has come too late and has not been taken back yet.
    func isUnsettled(_ key: CacheKey) -> Bool { saving.contains { $0.value == key && isLate($0.key) } }

    mutating func end(_ number: Int) {
        exchanges[number] = nil
    }

    /// Answers to what is under way to these URLs come too late.
    mutating func invalidate(_ keys: [CacheKey]) {
        let keys = Set(keys)
        exchanges = exchanges.filter { !keys.contains($0.value) }
    }

    /// Only this session goes on; those that were there before have ended for good.
    mutating func sessionIs(_ session: SessionID?) {
        for case .session(let id) in exchanges.values.map(\.partition) where id != session { ended.insert(id) }
        if let current, current != session { ended.insert(current) }
        if let session { ended.remove(session) }
        current = session
        exchanges = exchanges.filter { !$0.value.partition.belongsToSession(otherThan: session) }
    }

    mutating func invalidateAll() {
        exchanges = [:]
    }

    /// `false` if somebody is already confirming what is stored under the key.
    mutating func beginBackground(_ key: CacheKey) -> Bool { background.insert(key).inserted }

    var isAtRest: Bool { exchanges.isEmpty && saving.isEmpty && background.isEmpty }

    var isConfirming: Bool { !background.isEmpty }

    mutating func endBackground(_ key: CacheKey) {
        background.remove(key)
    }
}
