import Foundation

/// How many descriptors this process has open.
enum Descriptors {
    /// The number of open descriptors once the sockets that are being closed are closed. Their closing has no event of its
    /// own, so this looks until there are few enough, or nothing has changed for a second.
    static func settled(below limit: Int = 0) async -> Int {
        var (count, unchanged) = (descriptors(), 0)
        while count > limit, unchanged < 20 {
            try? await Task.sleep(for: .milliseconds(50))
            let now = descriptors()
            (count, unchanged) = (now, now == count ? unchanged + 1 : 0)
        }
        return count
    }

    static func descriptors() -> Int {
        (0..<4096).count { fcntl(Int32($0), F_GETFD) != -1 }
    }
}
