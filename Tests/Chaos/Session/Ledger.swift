import Roundtrip

/// Which promises were broken in one life of a session and, if wanted, everything that happened.
final class Ledger: Sendable {
    private struct State {
        var count = 0
        var events: [String] = []
        var violations: [String] = []
    }

    private let isDetailed: Bool
    private let state = Locked(State())

    init(isDetailed: Bool) {
        self.isDetailed = isDetailed
    }

    var count: Int { state.withLock { $0.count } }
    var events: [String] { state.withLock { $0.events } }
    var isClean: Bool { state.withLock { $0.violations.isEmpty } }

    func note(_ event: @autoclosure () -> String) {
        let text = isDetailed ? event() : nil
        state.withLock { state in
            state.count += 1
            if let text { state.events.append(text) }
        }
    }

    func violate(_ sentence: String) {
        state.withLock { $0.violations.append(sentence) }
        note("BROKEN: \(sentence)")
    }
}
