import Roundtrip

/// A lock that fails when told, and notes when two hold it.
final class MoodyLock: SessionLock {
    private let state = Locked((holders: Set<Int>(), count: 0, failsNext: false))
    private let ledger: Ledger

    init(ledger: Ledger) {
        self.ledger = ledger
    }

    var isHeld: Bool { state.withLock { !$0.holders.isEmpty } }

    func failNext() {
        state.withLock { $0.failsNext = true }
    }

    func heal() {
        state.withLock { $0.failsNext = false }
    }

    func acquire() async throws -> @Sendable () -> Void {
        let holder = try state.withLock { state -> Int in
            if state.failsNext {
                state.failsNext = false
                throw TokenDatabaseError("the lock is in a mood")
            }
            if !state.holders.isEmpty { ledger.violate("two refreshes hold the lock") }
            state.count += 1
            state.holders.insert(state.count)
            return state.count
        }
        return { [state] in state.withLock { _ = $0.holders.remove(holder) } }
    }
}
