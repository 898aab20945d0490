import Foundation
import Roundtrip
import RoundtripTesting

/// A store that fails in one way, and remembers the worst that it was ever given.
final class FlawedStore: CacheStore {
    enum Flaw: CaseIterable, Sendable {
        case none
        /// Some answers are not kept.
        case drops
        /// Some are gone the next time.
        case forgets
        /// Sometimes it gives nothing, though it has something.
        case answersNothing
    }

    private struct State {
        var random: SeededGenerator
        var complaint: String?
    }

    let flaw: Flaw
    private let store = MemoryCacheStore()
    private let state: Locked<State>

    init(_ flaw: Flaw, seed: UInt64) {
        self.flaw = flaw
        state = Locked(State(random: SeededGenerator(seed: seed)))
    }

    /// What was given to it and never should have been.
    var complaint: String? { state.withLock { $0.complaint } }

    func responses(for key: CacheKey) async -> [StoredResponse] {
        if strikes(.forgets) { await store.remove(key) }
        return strikes(.answersNothing) ? [] : await store.responses(for: key)
    }

    func save(_ response: StoredResponse, for key: CacheKey) async {
        let secret = ModelAnswer.secret
        if String(decoding: response.body, as: UTF8.self).contains(secret)
            || response.headers.contains(where: { $0.value.contains(secret) })
        {
            state.withLock { $0.complaint = "no-store got to the store: \(response.headers.map(\.value))" }
        }
        if !strikes(.drops) { await store.save(response, for: key) }
    }

    func remove(_ key: CacheKey) async { await store.remove(key) }
    func removeSessions(except session: SessionID?) async { await store.removeSessions(except: session) }
    func removeAll() async { await store.removeAll() }

    private func strikes(_ kind: Flaw) -> Bool {
        flaw == kind && state.withLock { $0.random.chance(0.4) }
    }
}
