import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting

/// Thousands of calls at once that all meet an expired token, over real sockets.
enum Crowd {
    static func run(_ calls: Int) async throws {
        let sent = Locked<[String: Int]>([:])
        let refreshes = Locked(0)
        let server = try await LoopbackServer.start { request in
            if request.path == "/auth/refresh" {
                refreshes.withLock { $0 += 1 }
                return .json(#"{"accessToken":"T2","refreshToken":"R2","expiresIn":3600}"#)
            }
            sent.withLock { $0[request.path, default: 0] += 1 }
            return request.headers["Authorization"] == "Bearer T2" ? .status(204) : .status(401)
        }
        let client = client(of: server)
        let begun = ContinuousClock.now
        let answered = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<calls {
                group.addTask { try await client.send(Request<Void>.get("calls/\(number)")) }
            }
            return try await group.reduce(into: 0) { count, _ in count += 1 }
        }
        let (made, most, paths) = (
            refreshes.withLock { $0 }, sent.withLock { $0.values.max() ?? 0 }, sent.withLock { $0.count }
        )
        print(
            "crowd: \(answered) of \(calls) answered in \(begun.duration(to: .now)), \(made) refresh, "
                + "at most \(most) requests a call")
        guard answered == calls, paths == calls, made == 1, most <= 2 else { exit(1) }
    }

    private static func client(of server: LoopbackServer) -> APIClient {
        var configuration = ClientConfiguration.live(environment: .development(server.baseURL))
        configuration.options.attemptTimeout = .seconds(600)
        configuration.options.deadline = .after(.seconds(600))
        let expired = StoredSession(
            id: SessionID(rawValue: "A"),
            tokens: Tokens(accessToken: "T1", refreshToken: "R1", receivedAt: Date()))
        configuration.credential = TokenRepository(
            database: InMemoryTokenDatabase(expired), refresher: JSONTokenRefresher(configuration.tokenEndpoint),
            refreshTimeout: .seconds(600))
        return APIClient(configuration)
    }
}
