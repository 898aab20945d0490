import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `The cache and calls side by side` {
    private typealias Answer = ScriptedTransport.Answer

    private static func text(_ body: String, _ headers: HTTPHeaders = ["Cache-Control": "max-age=60"]) -> Answer {
        .response(headers: headers, body: Data(body.utf8))
    }

    /// A store that gives others their turn at the beginning and the end of everything.
    private final class LazyStore: CacheStore {
        private let store = MemoryCacheStore()

        func responses(for key: CacheKey) async -> [StoredResponse] {
            await Task.yield()
            let responses = await store.responses(for: key)
            await Task.yield()
            return responses
        }

        func save(_ response: StoredResponse, for key: CacheKey) async {
            for _ in 0..<3 { await Task.yield() }
            await store.save(response, for: key)
            for _ in 0..<3 { await Task.yield() }
        }

        func remove(_ key: CacheKey) async {
            await Task.yield()
            await store.remove(key)
        }

        func removeSessions(except session: SessionID?) async { await store.removeSessions(except: session) }
        func removeAll() async { await store.removeAll() }
    }

    @Test func `a read that begins after a write has ended sees it, however many run`() async throws {
        let value = Locked(0)
        let bench = CacheBench(store: LazyStore()) { request in
            let now = value.withLock { value in
                if request.method == .put { value += 1 }
                return value
            }
            for _ in 0..<(now % 3) { await Task.yield() }
            return Self.text(String(now))
        }
        let violations = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var violations = 0
                    var least = 0
                    for number in 0..<60 {
                        let answer = try await bench.send(number.isMultiple(of: 4) ? .put : .get)
                        let seen = try #require(Int(answer.bodyText))
                        if seen < least { violations += 1 }
                        // What this task has written, or read straight from the server.
                        if number.isMultiple(of: 4) { least = seen }
                    }
                    return violations
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(violations == 0)
        #expect(bench.cache.isAtRest)
    }

    /// A store whose saving waits, and that says when it has begun.
    private final class SlowStore: CacheStore {
        private let store = MemoryCacheStore()
        private let begun = Gate()
        private let gate = Gate()
        private let isSlow = Locked(false)

        func slowDown() { isSlow.withLock { $0 = true } }
        func saving() async throws { try await begun.wait() }
        func goOn() { gate.open() }

        func responses(for key: CacheKey) async -> [StoredResponse] { await store.responses(for: key) }
        func save(_ response: StoredResponse, for key: CacheKey) async {
            await store.save(response, for: key)
            guard isSlow.withLock({ $0 }) else { return }
            begun.open()
            try? await gate.wait()
        }
        // What is removed first is there again when the saving comes to its end.
        func remove(_ key: CacheKey) async { if !isSlow.withLock({ $0 }) { await store.remove(key) } }
        func removeSessions(except session: SessionID?) async {}
        func removeAll() async { await store.removeAll() }
    }

    @Test func `an old answer that a slow store still holds is not served after a write`() async throws {
        let store = SlowStore()
        let bench = CacheBench(store: store) { request in
            request.method == .get ? Self.text(request.headers["X"] ?? "") : .response(204)
        }
        store.slowDown()
        let late = Task { try await bench.send(headers: ["X": "old"]) }
        try await store.saving()
        try await bench.send(.put)
        let mode = try await bench.send(headers: ["X": "new", "Cache-Control": "only-if-cached"])
        #expect(mode.status == 504)
        store.goOn()
        #expect(try await late.value.bodyText == "old")
    }

    @Test func `a call that is cancelled at any point leaves nothing behind, and nothing wrong`() async throws {
        for turns in 0..<60 {
            let bench = CacheBench(store: LazyStore()) { request in
                for _ in 0..<5 { await Task.yield() }
                return request.headers.contains("If-None-Match")
                    ? .response(304, headers: ["ETag": "\"1\""])
                    : Self.text("whole", ["Cache-Control": "max-age=10, stale-while-revalidate=10", "ETag": "\"1\""])
            }
            for seconds in [0, 15, 100] {
                bench.wait(seconds)
                let call = Task { try await bench.send() }
                for _ in 0..<turns { await Task.yield() }
                call.cancel()
                do {
                    #expect(try await call.value.bodyText == "whole")
                } catch {
                    #expect(error is CancellationError)
                }
                while !bench.cache.isAtRest { await Task.yield() }
                #expect(try await bench.send().bodyText == "whole")
                while !bench.cache.isAtRest { await Task.yield() }
            }
        }
    }

    @Test func `a hundred calls at once for what is stale ask once in the background`() async throws {
        let gate = Gate()
        let bench = CacheBench { request in
            let answer = Self.text(
                "a", ["Cache-Control": "max-age=10, stale-while-revalidate=60", "ETag": "\"1\""])
            return request.headers.contains("If-None-Match") ? answer.held(by: gate) : answer
        }
        try await bench.send()
        bench.wait(20)
        try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            for _ in 0..<100 { group.addTask { try await bench.send() } }
            for try await response in group { #expect(response.sourceName == "stale" && response.bodyText == "a") }
        }
        await bench.transport.requests(atLeast: 2)
        gate.open()
        while !bench.cache.isAtRest { await Task.yield() }
        #expect(bench.received.count == 2)
    }
}
