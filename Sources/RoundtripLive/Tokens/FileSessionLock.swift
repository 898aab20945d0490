public import Foundation
public import Roundtrip

/// A lock between processes: whoever holds it may refresh the tokens of a shared store.
///
/// It is an advisory lock on a file (flock(2)), which the system gives back when its process ends. Waiting never blocks a
/// thread. No process holds it for longer than `longestHold`, and an iOS app gives it back before it is suspended, since
/// the system ends an app that sleeps with a lock in a shared container.
///
/// A process can lose the lock while it still works, asleep or on a slow disk. It reads the store again right before it
/// replaces tokens, and leaves there what another process has stored meanwhile. Two gaps remain:
///
/// - Between that look and the replacement, one system call later, another process can still write, and its tokens are lost.
/// - A process that gets the lock before the first one has stored its new tokens sends the old refresh token a second
///   time. A server that uses each token once refuses it, and may end the session.
public struct FileSessionLock: SessionLock {
    private let url: URL
    private let time: any TimeSource
    private let longestHold: Duration

    /// How often a waiting process looks whether the lock is free.
    static let interval = Duration.milliseconds(20)

    /// - Parameters:
    ///   - url: A file for the lock alone, beside the store; it is made if it is not there.
    ///   - longestHold: At least the repository's refresh timeout.
    public init(_ url: URL, longestHold: Duration = .seconds(30), time: any TimeSource = SystemTimeSource()) {
        self.url = url
        self.longestHold = longestHold
        self.time = time
    }

    public func acquire() async throws -> @Sendable () -> Void {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw TokenDatabaseError("The lock file of the token store cannot be opened.", code: Int(errno))
        }
        do {
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR else {
                    throw TokenDatabaseError("The token store cannot be locked.", code: Int(errno))
                }
                try await time.sleep(for: Self.interval)
            }
            try Task.checkCancellation()
        } catch {
            close(descriptor)
            throw error
        }
        return hold(descriptor)
    }

    private func hold(_ descriptor: Int32) -> @Sendable () -> Void {
        let held = Locked<Int32?>(descriptor)
        let release: @Sendable () -> Void = {
            // Once only: the number may be another file's afterwards.
            guard let descriptor = held.withLock({ $0.take() }) else { return }
            // A child process that is just starting may hold a copy of the descriptor, and with it the lock.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        let limit = Task { [time, longestHold] in
            try? await time.sleep(for: longestHold)
            release()
        }
        let endActivity = SuspensionGuard.begin(onSuspension: release)
        return {
            release()
            limit.cancel()
            endActivity()
        }
    }
}
