import Foundation
import Roundtrip
import RoundtripTesting

/// A client with every step in its row, over a script and virtual time.
struct TrafficBench {
    let clock: TestClock
    let skipping: SkippingClock
    let transport: ScriptedTransport
    let budget = RetryBudget(capacity: 100)
    let tokens = FakeTokenServer()
    let database: FakeTokenDatabase
    let repository: TokenRepository
    let client: APIClient
    let observers: ObserverQueues?

    static let base = "https://api.example"

    init(
        _ transport: ScriptedTransport,
        fraction: Double = 1,
        isSignedIn: Bool = true,
        skipsWaits: Bool = true,
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws {
        self.transport = transport
        clock = TestClock()
        skipping = SkippingClock(clock)
        let session = StoredSession(
            id: SessionID(rawValue: "A"),
            tokens: Tokens(accessToken: "T1", refreshToken: "R1", receivedAt: clock.date))
        database = FakeTokenDatabase(isSignedIn ? session : nil)
        guard let base = URL(string: Self.base) else { throw CancellationError() }
        var configuration = ClientConfiguration(environment: .production(base), transport: transport)
        configuration.time = skipsWaits ? skipping : clock
        configuration.random = FixedRandom(fraction)
        configuration.retryBudget = budget
        repository = TokenRepository(database: database, refresher: tokens, time: clock)
        configuration.credential = repository
        configuration.circuitBreaker = CircuitBreaker.Thresholds(failures: 1000)
        configure(&configuration)
        observers = configuration.observerQueues
        client = APIClient(configuration)
    }

    init(
        answers: [ScriptedTransport.Answer],
        fraction: Double = 1,
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws {
        try self.init(ScriptedTransport(answers), fraction: fraction, configure: configure)
    }

    /// Runs the call; its waits between attempts are noted and skipped.
    func run<Value: Sendable>(_ call: (APIClient) async throws -> Value) async -> (
        result: Result<Value, any Error>, waits: [Duration]
    ) {
        do {
            return (.success(try await call(client)), skipping.waits)
        } catch {
            return (.failure(error), skipping.waits)
        }
    }
}

/// A clock on which waits of up to 30 seconds, as between attempts, pass at once, and longer ones, such as a deadline's,
/// last until the time has come.
final class SkippingClock: TimeSource {
    private let clock: TestClock
    private let noted = Locked<[Duration]>([])

    init(_ clock: TestClock) {
        self.clock = clock
    }

    var waits: [Duration] { noted.withLock { $0 } }
    var date: Date { clock.date }
    var uptime: Duration { clock.uptime }

    func sleep(for duration: Duration) async throws {
        guard duration <= .seconds(30) else { return try await clock.sleep(for: duration) }
        try Task.checkCancellation()
        noted.withLock { $0.append(duration) }
        clock.advance(by: duration)
    }
}

extension Result where Failure == any Error {
    var networkError: NetworkError? {
        if case .failure(let error) = self { error as? NetworkError } else { nil }
    }

    var isCancellation: Bool {
        if case .failure(let error) = self { error is CancellationError } else { false }
    }
}
