import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// What the server notices of clients that leave.
@Suite(.timeLimit(.minutes(5))) struct LoopbackDisconnectTests {
    enum Leaving: CaseIterable {
        case close, reset, finishWriting

        func callAsFunction(_ client: RawClient) {
            switch self {
            case .close: client.close()
            case .reset: client.reset()
            case .finishWriting: client.finishWriting()
            }
        }
    }

    @Test(arguments: Leaving.allCases)
    func `a client that leaves while its answer is held is noticed, and the answer's task cancelled`(
        leave: Leaving
    ) async throws {
        let (gate, ended) = (Gate(), Locked<(any Error)?>(nil))
        let server = try await LoopbackServer.start { _ in
            do { try await gate.wait() } catch {
                ended.withLock { $0 = error }
                throw error
            }
            return .status(200)
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await gate.waiting(atLeast: 1)
        #expect(server.disconnectCount == 0)
        leave(client)
        await server.disconnects(atLeast: 1)
        await server.closings(atLeast: 1)
        #expect(server.openConnectionCount == 0)
        #expect(server.disconnectCount == 1)
        #expect(ended.withLock { $0 is CancellationError })
    }

    @Test(arguments: Leaving.allCases)
    func `an idle client that leaves is noticed`(leave: Leaving) async throws {
        let server = try await LoopbackServer.start { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await client.answer()
        leave(client)
        await server.disconnects(atLeast: 1)
        await server.closings(atLeast: 1)
        #expect(server.openConnectionCount == 0)
        #expect(server.disconnectCount == 1)
    }

    @Test func `a client that leaves in the middle of its request is noticed and its request not recorded`()
        async throws
    {
        let server = try await LoopbackServer.start { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf")
        client.close()
        await server.disconnects(atLeast: 1)
        #expect(server.received.isEmpty)
    }

    @Test func `a client that has only finished sending still gets its answers`() async throws {
        let server = try await LoopbackServer.start { .text($0.path) }
        let client = try RawClient(port: server.port)
        try await client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
        client.finishWriting()
        #expect(try await client.answer().text == "/1")
        #expect(try await client.answer().text == "/2")
        #expect(try await client.readToEnd().isEmpty)
    }

    @Test(arguments: [Leaving.close, .reset])
    func `a stream to a client that has left fails`(leave: Leaving) async throws {
        let failure = Locked<(any Error)?>(nil)
        let failed = Gate()
        let server = try await LoopbackServer.start { _ in
            .stream { writer in
                do { while true { try await writer.write(Data(count: 50_000)) } } catch {
                    failure.withLock { $0 = error }
                    failed.open()
                    throw error
                }
            }
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await client.read(until: "\r\n\r\n")
        leave(client)
        await server.disconnects(atLeast: 1)
        try await failed.wait()
        #expect(failure.withLock { $0 is LoopbackServer.ResponseWriter.ClientIsGone })
        await server.closings(atLeast: 1)
        #expect(server.openConnectionCount == 0)
        #expect(server.disconnectCount == 1)
    }

    @Test func `a stream waits for a client that does not read`() async throws {
        let written = Locked(0)
        let server = try await LoopbackServer.start { _ in
            .stream { writer in
                for _ in 0..<400 {
                    try await writer.write(Data(count: 100_000))
                    written.withLock { $0 += 1 }
                }
            }
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await client.read(until: "\r\n\r\n")
        #expect(written.withLock { $0 } < 400)
        #expect(try await client.readToEndOfChunks() == 40_000_000)
        #expect(written.withLock { $0 } == 400)
    }

    @Test func `a server that closes first counts no disconnect`() async throws {
        let server = try await LoopbackServer.start { _ in .status(200) }
        for _ in 0..<50 {
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            _ = try await client.readToEnd()
            client.close()
        }
        await server.closings(atLeast: 50)
        #expect(server.disconnectCount == 0)
    }
}

extension RawClient {
    /// Reads a chunked body to its end and says how many bytes it had, without keeping them.
    func readToEndOfChunks() async throws -> Int {
        var (count, rest) = (0, Data())
        while true {
            let line = try await read(until: "\r\n")
            guard let size = Int(line.dropLast(), radix: 16) else { throw Failure(code: 0) }
            rest = try await read(count: size + 2)
            guard size > 0 else { return count }
            count += rest.count - 2
        }
    }
}
