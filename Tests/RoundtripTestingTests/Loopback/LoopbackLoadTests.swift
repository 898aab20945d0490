import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// Many connections at once. The counts leave descriptors for the tests that run beside; the largest run elsewhere.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackLoadTests {
    @Test func `ten thousand requests on a thousand connections are all held and all answered`() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start { request in
            if request.path == "/0" { try await gate.wait() }
            return .text(request.path)
        }
        let clients = try (0..<1000).map { _ in try RawClient(port: server.port) }
        let requests = (0..<10).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
        for client in clients { try await client.send(requests) }
        await gate.waiting(atLeast: 1000)
        #expect(server.openConnectionCount == 1000)
        gate.open()
        for client in clients {
            for index in 0..<10 { #expect(try await client.answer().text == "/\(index)") }
        }
        #expect(server.received.count == 10_000)
        for client in clients { client.close() }
        await server.closings(atLeast: 1000)
        #expect(server.openConnectionCount == 0)
        #expect(server.disconnectCount == 1000)
    }

    @Test func `thousands of clients that give up leave nothing behind`() async throws {
        let gate = Gate()
        let running = Locked(0)
        let server = try await LoopbackServer.start { _ in
            running.withLock { $0 += 1 }
            defer { running.withLock { $0 -= 1 } }
            try await gate.wait()
            return .status(200)
        }
        let count = 4000
        for index in 0..<count {
            let client = try RawClient(port: server.port)
            try await client.send("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n")
            if index.isMultiple(of: 2) { client.reset() } else { client.close() }
        }
        await server.closings(atLeast: count)
        #expect(server.openConnectionCount == 0)
        #expect(server.connectionCount == count)
        #expect(server.disconnectCount == count)
        #expect(running.withLock { $0 } == 0)
    }
}
