import Foundation

/// Asks iOS for a little time before it suspends the app, and tells when that is over.
enum SuspensionGuard {
    /// - Parameter onSuspension: Called if the app is about to be suspended, or may not run in the background at all.
    /// - Returns: Ends the activity. To be called once.
    static func begin(onSuspension: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        #if canImport(UIKit) || APPLE_TYPECHECK
        let ended = DispatchSemaphore(value: 0)
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Refreshing the session") { isExpiring in
            guard !isExpiring else { return onSuspension() }
            // The activity lasts as long as this block runs; the system lends it a thread of its own.
            ended.wait()
        }
        return { ended.signal() }
        #else
        return {}
        #endif
    }
}
