import Foundation
import Roundtrip

/// Runs many random sequences through a cache and a model of RFC 9111.
///
/// `RoundtripChaos cache 1 SEED` runs the one that failed again.
enum CacheModelRun {
    static func run(_ count: Int, seed: UInt64) async throws {
        let begun = ContinuousClock.now
        let next = Locked(0)
        let failed = Locked(false)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask {
                    while let number = next.withLock({ next in
                        defer { next += 1 }
                        return next < count ? next : nil
                    }), !failed.withLock({ $0 }) {
                        let seed = seed &+ UInt64(number)
                        var sequence = CacheSequence(seed: seed)
                        guard let problem = await sequence.run() else { continue }
                        // Once more, for its story.
                        sequence = CacheSequence(seed: seed, isTold: true)
                        _ = await sequence.run()
                        let isFirst = failed.withLock { failed in
                            defer { failed = true }
                            return !failed
                        }
                        guard isFirst else { return }
                        FileHandle.standardError.write(
                            Data("Seed \(seed): \(problem)\n\(sequence.steps.joined(separator: "\n"))\n".utf8))
                    }
                }
            }
        }
        guard !failed.withLock({ $0 }) else { exit(1) }
        print("cache: \(count) sequences from seed \(seed) agree with the model, \(begun.duration(to: .now))")
    }
}
