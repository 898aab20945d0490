import Foundation
import Roundtrip
import RoundtripTesting

/// A clock whose date can be set back while its uptime goes on. All its times are whole seconds.
final class ModelClock: TimeSource {
    private let clock = TestClock(date: Date(timeIntervalSince1970: 1_924_992_000))
    private let setBack = Locked(0)

    var uptime: Duration { clock.uptime }
    var date: Date { clock.date.addingTimeInterval(-TimeInterval(setBack.withLock { $0 })) }
    var now: Int { Int(date.timeIntervalSince1970) }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
    func pass(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }
    func setBack(_ seconds: Int) { setBack.withLock { $0 += seconds } }
}
