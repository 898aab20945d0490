import Foundation
import Roundtrip

/// Runs every task of this process on the one thread that asks for it, in an order that a seed decides.
///
/// The runtime asks a hook of its own where a job shall run. With that in hand, "nothing is going on any more" is a fact
/// and no guess, and each order of jobs that the real pool could choose can be had again by its seed.
final class JobQueue: SerialExecutor {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    static let shared = JobQueue()
    private let jobs = Locked<[UnownedJob]>([])

    /// From now on no task runs but in `runAll`. `false` if this runtime has no such hook.
    static func install() -> Bool {
        guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else { return false }
        symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in JobQueue.shared.add(job) }
        return true
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(UnownedJob(job))
    }

    /// Runs jobs until there is none left.
    func runAll(using random: inout some RandomNumberGenerator) {
        while let job = next(using: &random) {
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private func add(_ job: UnownedJob) {
        jobs.withLock { $0.append(job) }
    }

    private func next(using random: inout some RandomNumberGenerator) -> UnownedJob? {
        jobs.withLock { jobs in
            guard let last = jobs.indices.last else { return nil }
            if last > 0 { jobs.swapAt(Int.random(in: 0...last, using: &random), last) }
            return jobs.removeLast()
        }
    }
}
