import Foundation

/// A value that many tasks may change, one at a time.
///
/// The lock is never held over an `await`: `body` is synchronous.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards `value`; every access below goes through it.
    // `Synchronization.Mutex` would need no such promise, but iOS 17 lacks it.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
