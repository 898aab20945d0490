import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// The traffic rules once more, over real sockets, with every step in the row.
@Suite struct `Traffic over sockets` {
    /// Real time, but waits between attempts pass at once.
    private struct ImpatientClock: TimeSource {
        var date: Date { Date() }
        var uptime: Duration { SystemTimeSource().uptime }

        func sleep(for duration: Duration) async throws {
            try Task.checkCancellation()
            if duration > .seconds(30) { try await SystemTimeSource().sleep(for: duration) }
        }
    }

    /// Answers refreshes with tokens numbered from 2.
    private final class Refresher: TokenRefresher {
        let count = Locked(1)

        func refresh(using refreshToken: String) async throws -> TokenGrant {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return TokenGrant(accessToken: "T\(number)", refreshToken: "R\(number)")
        }
    }

    private func client(
        _ server: LoopbackServer,
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) -> APIClient {
        APIClient.live(environment: .development(server.baseURL)) { configuration in
            configuration.time = ImpatientClock()
            configuration.retryBudget = RetryBudget()
            configuration.circuitBreaker = .init(failures: 100)
            configuration.options.coalesces = true
            // Longer than a busy machine takes.
            configuration.options.attemptTimeout = .seconds(600)
            configuration.credential = TokenRepository(
                database: InMemoryTokenDatabase(
                    StoredSession(
                        id: SessionID(rawValue: "A"),
                        tokens: Tokens(accessToken: "T1", refreshToken: "R1", receivedAt: Date()))),
                refresher: Refresher())
            configure(&configuration)
        }
    }

    private let get = Request<EmptyResponse>.get("things")
    private let order = Request<EmptyResponse>.post("orders", body: ["item": "tea"])

    private func status(_ error: NetworkError?) -> Int? {
        if case .server(let error)? = error { error.status } else { nil }
    }

    // RETRY-03 (a)
    @Test(arguments: ["reset", "close"])
    func `a POST that is recorded and then dropped arrives once, also after other calls on the connection`(
        way: String
    ) async throws {
        let server = try await LoopbackServer.start { request in
            guard request.method == .post else { return .json("{}") }
            return way == "reset" ? .reset() : .closeWithoutAnswer
        }
        let client = client(server)
        for _ in 0..<3 { _ = try await client.send(get) }
        let error = await #expect(throws: NetworkError.self) { _ = try await client.send(order) }
        guard case .outcomeUnknown(_, idempotencyKey: nil)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        _ = try await client.send(get)
        #expect(server.received.count { $0.method == .post } == 1)
    }

    // RETRY-03 (b)
    @Test func `a keyed POST goes through 503, 401 and 200 with one key and one body`() async throws {
        let arrivals = Locked(0)
        let server = try await LoopbackServer.start { _ in
            let number = arrivals.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? .status(503) : number == 2 ? .status(401) : .json("{}")
        }
        let client = client(server)
        _ = try await client.send(order, options: CallOptions { $0.idempotency = .generatedKey })
        let received = server.received
        #expect(received.count == 3)
        #expect(Set(received.map { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(Set(received.map(\.body)).count == 1)
        #expect(received.map { $0.headers["Authorization"] } == ["Bearer T1", "Bearer T1", "Bearer T2"])
    }

    @Test func `a second tap with the kept key after lost answers is one order on the server`() async throws {
        let orders = Locked<Set<String>>([])
        let isLosing = Locked(true)
        let server = try await LoopbackServer.start { request in
            orders.withLock { _ = $0.insert(request.headers["Idempotency-Key"] ?? UUID().uuidString) }
            return isLosing.withLock { $0 } ? .closeWithoutAnswer : .json("{}")
        }
        let client = client(server)
        let firstTap = CallOptions { $0.idempotency = .key("tap") }
        let error = await #expect(throws: NetworkError.self) { _ = try await client.send(order, options: firstTap) }
        guard case .outcomeUnknown(_, idempotencyKey: "tap")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        isLosing.withLock { $0 = false }
        _ = try await client.send(order, options: firstTap)
        #expect(orders.withLock { $0 } == ["tap"])
    }

    @Test(arguments: [(503, 3), (401, 2), (500, 1), (404, 1), (429, 3)])
    func `so many arrivals for a server that always gives one answer`(status: Int, arrivals: Int) async throws {
        let server = try await LoopbackServer.start { _ in .status(status) }
        let client = client(server)
        let error = await #expect(throws: NetworkError.self) { _ = try await client.send(get) }
        #expect(self.status(error) == status)
        #expect(server.received.count == arrivals)
    }

    // RETRY-04
    @Test func `a file is sent whole on every attempt: 503, a refresh and a redirect`() async throws {
        let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let arrivals = Locked(0)
        let server = try await LoopbackServer.start { request in
            switch arrivals.withLock({ count in
                count += 1
                return count
            }) {
            case 1: .status(503)
            case 2: .status(401)
            case 3: .status(307, headers: ["Location": "/moved"])
            default: .json("{}")
            }
        }
        for body in [RequestBody.file(file), .data(bytes)] {
            arrivals.withLock { $0 = 0 }
            let before = server.received.count
            _ = try await client(server).send(Request<EmptyResponse>(.put, "files/1", body: body))
            let received = server.received.dropFirst(before)
            #expect(received.map(\.path) == ["/files/1", "/files/1", "/files/1", "/moved"])
            #expect(received.allSatisfy { $0.body == bytes })
        }
    }

    // CANCEL-02 (c)
    @Test func `a call cancelled in flight ends while its answer is still held, and frees its place in the gate`()
        async throws
    {
        let held = Gate()
        let server = try await LoopbackServer.start { request in
            if request.path == "/held" { try await held.wait() }
            return .json("{}")
        }
        let client = client(server) { $0.gate = .init(perOrigin: 1) }
        let first = Task { try await client.send(Request<EmptyResponse>.get("held")) }
        await server.requests(atLeast: 1)
        let waiting = Task { try await client.send(Request<EmptyResponse>.get("queued")) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(!held.isOpen)
        _ = try await waiting.value
        await server.disconnects(atLeast: 1)
        #expect(server.received.map(\.path) == ["/held", "/queued"])
    }

    // CANCEL-02: in the gate
    @Test func `a call cancelled in the gate ends at once and is never sent`() async throws {
        let held = Gate()
        let server = try await LoopbackServer.start { _ in
            try await held.wait()
            return .json("{}")
        }
        let client = client(server) { $0.gate = .init(perOrigin: 1) }
        let first = Task { try await client.send(Request<EmptyResponse>.get("held")) }
        await server.requests(atLeast: 1)
        let queued = Task { try await client.send(Request<EmptyResponse>.get("queued")) }
        queued.cancel()
        await #expect(throws: CancellationError.self) { try await queued.value }
        held.open()
        _ = try await first.value
        #expect(server.received.map(\.path) == ["/held"])
    }
}
