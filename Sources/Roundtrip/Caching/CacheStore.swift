/// Where a cache keeps its answers.
///
/// A store decides nothing: which answer may be used, and for how long, is the business of the cache. It may forget
/// anything at any time. What fails in it is a miss: it throws nothing.
public protocol CacheStore: Sendable {
    /// All that is kept under the key, in any order.
    func responses(for key: CacheKey) async -> [StoredResponse]

    /// Keeps the answer, in place of one with the same selection.
    func save(_ response: StoredResponse, for key: CacheKey) async

    /// Forgets everything under the key.
    func remove(_ key: CacheKey) async

    /// Forgets everything of the sessions other than this one; of all, if it is `nil`. What belongs to nobody stays.
    func removeSessions(except session: SessionID?) async

    func removeAll() async
}

extension [StoredResponse] {
    /// How many variants of one URL are kept.
    private static var variantLimit: Int { 16 }

    /// With the answer as the newest, in place of the one that it replaces; the oldest give way.
    package mutating func keep(_ response: StoredResponse) {
        removeAll { $0.selection == response.selection }
        append(response)
        if count > Self.variantLimit { removeFirst(count - Self.variantLimit) }
    }
}
