import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting

/// Sends thousands of calls through a client with every step in its row to a server that fails at random, and checks that
/// nothing was done twice. A process of its own, so that its descriptors can be counted.
///
///     RoundtripChaos chaos CALLS SEED | crowd CALLS | flood CALLS_EACH | session LIVES SEED | cache SEQUENCES SEED
@main
enum Chaos {
    enum Kind: Int, CaseIterable {
        case get, put, post, keyedPost
    }

    struct Ending: Sendable {
        let call: String
        let kind: Kind
        let isSuccess: Bool
        let isTyped: Bool
    }

    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("chaos", 2) where numbers[0] > 0: try await run(numbers[0], seed: UInt64(numbers[1].magnitude))
        case ("flood", 1) where numbers[0] > 0: try await Flood.run(numbers[0])
        case ("cache", 2) where numbers[0] > 0:
            try await CacheModelRun.run(numbers[0], seed: UInt64(numbers[1].magnitude))
        case ("crowd", 1) where numbers[0] > 0: try await Crowd.run(numbers[0])
        case ("session", 2) where numbers[0] > 0: SessionLives.run(numbers[0], seed: UInt64(numbers[1].magnitude))
        default:
            FileHandle.standardError.write(
                Data(
                    ("Usage: RoundtripChaos chaos CALLS SEED | crowd CALLS | flood CALLS_EACH | session LIVES SEED"
                        + " | cache SEQUENCES SEED\n").utf8))
            exit(64)
        }
    }

    private static func run(_ calls: Int, seed: UInt64) async throws {
        // What the system's libraries open once and keep is not a leak.
        _ = try await run(100, against: ChaosServer(seed: seed))
        let before = await Descriptors.settled()
        let server = ChaosServer(seed: seed)
        let endings = try await run(calls, against: server)
        try await check(endings, calls, server)
        let after = await Descriptors.settled(below: before)
        print("chaos: \(calls) calls, seed \(seed), every one ended, descriptors \(before) before and \(after) after")
        guard after <= before else { exit(1) }
    }

    private static func run(_ calls: Int, against chaos: ChaosServer) async throws -> [Ending] {
        let server = try await LoopbackServer.start { await chaos.answer($0) }
        let transport = URLSessionTransport()
        var configuration = ClientConfiguration(environment: .development(server.baseURL), transport: transport)
        configuration.time = ImpatientClock()
        configuration.retryBudget = RetryBudget(capacity: 1_000_000)
        configuration.options.attemptTimeout = .milliseconds(250)
        configuration.credential = TokenRepository(
            database: InMemoryTokenDatabase(
                StoredSession(
                    id: SessionID(rawValue: "A"),
                    tokens: Tokens(accessToken: "T", refreshToken: "R", receivedAt: Date()))),
            refresher: GenerousRefresher(), time: LeapingClock())
        let client = APIClient(configuration)
        let next = Locked(0)
        let endings = await withTaskGroup(of: [Ending].self) { group in
            for _ in 0..<64 {
                group.addTask {
                    var endings: [Ending] = []
                    while let number = take(next, below: calls) { endings.append(await call(number, client)) }
                    return endings
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        transport.invalidate()
        server.stop()
        return endings
    }

    private static func take(_ next: Locked<Int>, below end: Int) -> Int? {
        next.withLock { next in
            defer { next += 1 }
            return next < end ? next : nil
        }
    }

    private static func call(_ number: Int, _ client: APIClient) async -> Ending {
        let kind = Kind.allCases[number % Kind.allCases.count]
        let endpoint =
            switch kind {
            case .get: Request<EmptyResponse>.get("calls/\(number)")
            case .put: Request<EmptyResponse>.put("calls/\(number)", body: ["number": number])
            case .post: Request<EmptyResponse>.post("calls/\(number)", body: ["number": number])
            case .keyedPost:
                Request<EmptyResponse>.post("calls/\(number)", body: ["number": number], idempotency: .generatedKey)
            }
        let call = "/calls/\(number)"
        do {
            _ = try await client.send(endpoint)
            return Ending(call: call, kind: kind, isSuccess: true, isTyped: true)
        } catch {
            return Ending(call: call, kind: kind, isSuccess: false, isTyped: error is NetworkError)
        }
    }

    private static func check(_ endings: [Ending], _ calls: Int, _ server: ChaosServer) async throws {
        let (applied, arrivals, faults) = await (server.applied, server.arrivals, server.faults)
        var problems: [String] = []
        if endings.count != calls { problems.append("\(endings.count) of \(calls) calls ended") }
        for ending in endings {
            let times = applied[ending.call] ?? 0
            if !ending.isTyped { problems.append("\(ending.call) ended with an error that is no NetworkError") }
            if ending.kind == .post || ending.kind == .keyedPost {
                if times > 1 { problems.append("\(ending.kind) \(ending.call) was carried out \(times) times") }
                if ending.isSuccess, times != 1 {
                    problems.append("\(ending.call) succeeded and was carried out \(times) times")
                }
            }
        }
        let successes = endings.count { $0.isSuccess }
        let most = arrivals.values.max() ?? 0
        print(
            "chaos: \(successes) succeeded, at most \(most) arrivals for one call, answers: \(faults.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))"
        )
        guard problems.isEmpty else {
            FileHandle.standardError.write(Data((problems.prefix(20).joined(separator: "\n") + "\n").utf8))
            exit(1)
        }
    }
}

/// Real time, but waits between attempts pass at once.
struct ImpatientClock: TimeSource {
    var date: Date { Date() }
    var uptime: Duration { SystemTimeSource().uptime }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration > .seconds(30) { try await SystemTimeSource().sleep(for: duration) }
    }
}

/// A clock for the session on which every look is a minute later, so that refreshes one after the other are no loop.
final class LeapingClock: TimeSource {
    private let looks = Locked(0)

    var date: Date { Date() }
    var uptime: Duration {
        looks.withLock { looks in
            looks += 1
            return .seconds(60 * looks)
        }
    }

    func sleep(for duration: Duration) async throws {
        try await SystemTimeSource().sleep(for: duration)
    }
}

struct GenerousRefresher: TokenRefresher {
    func refresh(using refreshToken: String) async throws -> TokenGrant {
        TokenGrant(accessToken: UUID().uuidString, refreshToken: UUID().uuidString)
    }
}
