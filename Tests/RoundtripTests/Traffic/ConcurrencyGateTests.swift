import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Concurrency gate` {
    private func request(_ url: String = "https://h.example/") throws -> HTTPRequest {
        HTTPRequest(url: try #require(URL(string: url)))
    }

    private func context(_ priority: CallPriority = .normal) -> CallContext {
        CallContext(id: "id", endpoint: "x", urgency: CallUrgency(priority: priority))
    }

    /// The rest of the row: notes who came, and holds everybody until told.
    private final class Server: Sendable {
        let arrived = Locked<[String]>([])
        let hold = Gate()

        func next(_ name: String, metrics: ExchangeMetrics = ExchangeMetrics()) -> Next {
            Next { [self] request in
                arrived.withLock { $0.append(name) }
                try await hold.wait()
                return HTTPResponse(status: 200, request: request, metrics: metrics)
            }
        }
    }

    @Test func `no more exchanges run at a time than there are places, and all are served in the end`() async throws {
        let gate = ConcurrencyGate(limits: .init(perOrigin: 3))
        let running = Locked((now: 0, most: 0))
        let request = try request()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let next = Next { request in
                        running.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
                        await Task.yield()
                        running.withLock { $0.now -= 1 }
                        return HTTPResponse(status: 200, request: request)
                    }
                    _ = try await gate.intercept(request, context: self.context(), next: next)
                }
            }
            try await group.waitForAll()
        }
        #expect(running.withLock { $0.most } == 3)
    }

    @Test func `an urgent call goes first, equals in order, and every fourth place goes to the longest waiting`() {
        var queue = GateQueue<String>(limit: 1)
        let isFirst = queue.admit()
        #expect(isFirst)
        let names = ["low 1", "low 2", "high 1", "high 2", "normal 1", "high 3", "high 4", "high 5"]
        for name in names {
            let priority: CallPriority = name.hasPrefix("low") ? .low : name.hasPrefix("high") ? .high : .normal
            let isAdmitted = queue.admit()
            #expect(!isAdmitted)
            _ = queue.wait(priority, name)
        }
        var order: [String] = []
        for _ in names { order += queue.leave() }
        #expect(order == ["high 1", "high 2", "high 3", "low 1", "high 4", "high 5", "normal 1", "low 2"])
        let last = queue.leave()
        #expect(last.isEmpty)
        #expect(queue.isIdle)
    }

    @Test func `a priority that rises while a call waits counts`() {
        var queue = GateQueue<String>(limit: 1)
        _ = queue.admit()
        _ = queue.wait(.normal, "normal")
        let number = queue.wait(.low, "raised")
        queue.raise(number, to: .high)
        queue.raise(number, to: .normal)
        let next = queue.leave()
        let last = queue.leave()
        #expect(next == ["raised"])
        #expect(last == ["normal"])
    }

    @Test func `those who leave are passed over`() {
        var queue = GateQueue<String>(limit: 1)
        _ = queue.admit()
        let numbers = (0..<200).map { queue.wait($0 % 2 == 0 ? .low : .high, "\($0)") }
        for number in numbers.dropLast() {
            let removed = queue.remove(number)
            let again = queue.remove(number)
            #expect(removed != nil && again == nil)
        }
        let next = queue.leave()
        #expect(next == ["199"])
    }

    @Test func `a call that waits at the gate goes first once somebody urgent joins it`() async throws {
        let gate = ConcurrencyGate(limits: .init(perOrigin: 1))
        let server = Server()
        let request = try request()
        let first = Task { try await gate.intercept(request, context: context(), next: server.next("first")) }
        await server.hold.waiting(atLeast: 1)
        let raised = context(.low)
        let normal = Task { try await gate.intercept(request, context: context(), next: server.next("normal")) }
        while gate.waitingCount < 1 { await Task.yield() }
        let low = Task { try await gate.intercept(request, context: raised, next: server.next("raised")) }
        while gate.waitingCount < 2 { await Task.yield() }
        raised.urgency.raise(to: CallUrgency(priority: .high))
        server.hold.open()
        _ = try await (first.value, normal.value, low.value)
        #expect(server.arrived.withLock { $0 } == ["first", "raised", "normal"])
    }

    @Test func `a cancelled call leaves the queue at once and takes no place`() async throws {
        let gate = ConcurrencyGate(limits: .init(perOrigin: 1))
        let server = Server()
        let request = try request()
        let first = Task { try await gate.intercept(request, context: context(), next: server.next("first")) }
        await server.hold.waiting(atLeast: 1)
        let second = Task { try await gate.intercept(request, context: context(), next: server.next("second")) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(!server.hold.isOpen)
        let third = Task { try await gate.intercept(request, context: context(), next: server.next("third")) }
        server.hold.open()
        _ = try await first.value
        _ = try await third.value
        #expect(server.arrived.withLock { $0 } == ["first", "third"])
    }

    @Test func `a failed exchange frees its place`() async throws {
        let gate = ConcurrencyGate(limits: .init(perOrigin: 1))
        let request = try request()
        for _ in 0..<3 {
            await #expect(throws: TransportError.self) {
                let failing = Next { _ in throw TransportError(.timeout, mayHaveBeenSent: true) }
                _ = try await gate.intercept(request, context: context(), next: failing)
            }
        }
        let next = Next { HTTPResponse(status: 200, request: $0) }
        _ = try await gate.intercept(request, context: context(), next: next)
    }

    @Test func `origins do not wait for each other`() async throws {
        let gate = ConcurrencyGate(limits: .init(perOrigin: 1))
        let server = Server()
        let one = try request()
        let other = try request("https://h.example:8443/")
        let first = Task { try await gate.intercept(one, context: context(), next: server.next("one")) }
        let second = Task { try await gate.intercept(other, context: context(), next: server.next("other")) }
        await server.hold.waiting(atLeast: 2)
        server.hold.open()
        _ = try await (first.value, second.value)
    }

    @Test func `an origin that multiplexes gets more places`() async throws {
        let gate = ConcurrencyGate(limits: .init(perOrigin: 1, multiplexed: 4))
        let request = try request()
        var metrics = ExchangeMetrics()
        metrics.protocolName = "h2"
        let first = Next { [metrics] in HTTPResponse(status: 200, request: $0, metrics: metrics) }
        _ = try await gate.intercept(request, context: context(), next: first)
        let server = Server()
        let calls = (0..<4).map { number in
            Task { try await gate.intercept(request, context: context(), next: server.next("\(number)")) }
        }
        await server.hold.waiting(atLeast: 4)
        server.hold.open()
        for call in calls { _ = try await call.value }
    }
}
