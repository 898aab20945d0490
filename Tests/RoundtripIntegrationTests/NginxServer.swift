import Foundation
import Roundtrip
import RoundtripLive

/// The nginx that `scripts/integration` has started.
struct NginxServer {
    let url: URL
    /// Where it runs; its files are in `files`.
    let folder: URL

    /// `nil` if there is none: then the tests did not run, and say so.
    static let shared: NginxServer? = {
        let environment = ProcessInfo.processInfo.environment
        guard let url = environment["ROUNDTRIP_NGINX_URL"].flatMap({ URL(string: $0) }),
            let folder = environment["ROUNDTRIP_NGINX_FOLDER"]
        else {
            print("INTEGRATION TESTS DID NOT RUN: start them with scripts/integration, which starts their servers.")
            return nil
        }
        return NginxServer(url: url, folder: URL(fileURLWithPath: folder, isDirectory: true))
    }()

    /// Writes a file, so that the server sends it from now on.
    ///
    /// - Parameter path: Its place on the server; of the test's own.
    func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: "files").appending(path: path)
        // In place of a whole one, never half of it.
        try Data(text.utf8).write(to: file, options: .atomic)
        // The server's tags have a size and whole seconds, and a new file has one of each.
        let modified = Date(timeIntervalSince1970: 1_900_000_000 - TimeInterval(text.utf8.count))
        try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: file.path)
    }

    /// The lines of its log about a path, without the path.
    func log(of path: String) async throws -> [String] {
        let client = APIClient.live(environment: .development(url))
        let log = try await client.send(Request<String>.get("log"))
        return log.split(separator: "\n").filter { $0.split(separator: " ").dropFirst().first == "/\(path)" }
            .map { $0.replacingOccurrences(of: " /\(path)", with: "") }
    }
}

/// The system's clock, and what a test adds to it.
final class ShiftedClock: TimeSource {
    private let clock = SystemTimeSource()
    private let shift = Locked<TimeInterval>(0)

    var date: Date { clock.date.addingTimeInterval(shift.withLock { $0 }) }
    var uptime: Duration { clock.uptime + .seconds(shift.withLock { $0 }) }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
    func pass(_ seconds: TimeInterval) { shift.withLock { $0 += seconds } }
}
