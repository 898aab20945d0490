import Foundation
import Roundtrip

/// Thousands of random lives of a session, each of which can be had again by its seed.
enum SessionLives {
    private static let events = 40

    static func run(_ lives: Int, seed: UInt64) {
        guard JobQueue.install() else { fail("This Swift runtime lets nobody order its jobs.") }
        var count = 0
        for seed in (0..<UInt64(lives)).lazy.map({ seed &+ $0 }) {
            let life = SessionLife(seed: seed)
            life.run(events: events)
            count += life.ledger.count
            guard life.ledger.isClean else { fail("session: a promise is broken, seed \(seed)\n\(account(of: seed))") }
        }
        print("session: \(lives) lives from seed \(seed), \(count) events, every promise kept")
    }

    /// What happens in this life; the same each time.
    private static func account(of seed: UInt64) -> String {
        let life = SessionLife(seed: seed, isDetailed: true)
        life.run(events: events)
        return life.ledger.events.joined(separator: "\n")
    }

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        exit(1)
    }
}
