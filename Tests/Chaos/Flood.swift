import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting

/// Many calls one after the other from each of 64 callers, over real sockets: none fails, and afterwards no descriptor is
/// left open.
enum Flood {
    static func run(_ callsEach: Int) async throws {
        // What the system's libraries open once and keep is not a leak.
        _ = try await flood(callers: 64, callsEach: 1)
        let before = await Descriptors.settled()
        let begun = ContinuousClock.now
        let answered = try await flood(callers: 64, callsEach: callsEach)
        let duration = begun.duration(to: .now)
        let after = await Descriptors.settled(below: before)
        print(
            "flood: \(answered) of \(64 * callsEach) answered in \(duration), "
                + "descriptors \(before) before and \(after) after")
        guard answered == 64 * callsEach, after <= before else { exit(1) }
    }

    private static func flood(callers: Int, callsEach: Int) async throws -> Int {
        let server = try await LoopbackServer.start { _ in .json(#"{"a":1}"#) }
        let transport = URLSessionTransport()
        let client = APIClient(ClientConfiguration(environment: .development(server.baseURL), transport: transport))
        let answered = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var count = 0
                    for _ in 0..<callsEach {
                        let reply = try await client.send(Request<[String: Int]>.get("things"))
                        count += reply == ["a": 1] ? 1 : 0
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        transport.invalidate()
        server.stop()
        return answered
    }
}
