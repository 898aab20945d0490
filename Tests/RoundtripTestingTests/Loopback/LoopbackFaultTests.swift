import Foundation
import Roundtrip
import RoundtripTesting
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The ways in which a server can fail, seen from the wire.
@Suite(.timeLimit(.minutes(5))) struct LoopbackFaultTests {
    /// A server, and a client that has sent it one request. Both must be kept: a server that is released stops.
    private struct Exchange {
        let server: LoopbackServer
        let client: RawClient

        init(_ response: @escaping @Sendable () -> LoopbackServer.Response) async throws {
            server = try await LoopbackServer.start { _ in response() }
            client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        }
    }

    @Test(arguments: [["no HTTP at all"], ["HTTP/1.1 2", "00 OK\r\nContent-Le", "ngth: 1\r\n\r\nx"], [""], []])
    func `raw bytes are sent exactly as given`(pieces: [String]) async throws {
        let exchange = try await Exchange { .raw(pieces.map { Data($0.utf8) }) }
        #expect(String(decoding: try await exchange.client.readToEnd(), as: UTF8.self) == pieces.joined())
        #expect(exchange.server.disconnectCount == 0)
    }

    @Test func `raw bytes can leave the connection open for the next request`() async throws {
        let bytes = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
        let exchange = try await Exchange { .raw(Data(bytes.utf8), thenClose: false) }
        #expect(try await exchange.client.answer().text == "x")
        try await exchange.client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await exchange.client.answer().text == "x")
        #expect(exchange.server.connectionCount == 1)
    }

    @Test func `raw bytes can be held in the middle of the head`() async throws {
        let gate = Gate()
        let exchange = try await Exchange {
            .raw { writer in
                try await writer.write("HTTP/1.1 200")
                try await gate.wait()
                try await writer.write(" OK\r\n\r\n")
            }
        }
        #expect(try await exchange.client.read(until: "200") == "HTTP/1.1 200")
        gate.open()
        #expect(try await exchange.client.readToEnd() == Data(" OK\r\n\r\n".utf8))
    }

    @Test func `a reset before the answer shows no byte`() async throws {
        let exchange = try await Exchange { .reset() }
        let failure = await #expect(throws: RawClient.Failure.self) { _ = try await exchange.client.readToEnd() }
        #expect(failure?.code == ECONNRESET)
        #expect(exchange.server.disconnectCount == 0)
    }

    @Test func `a reset in the middle of a body comes after that many bytes`() async throws {
        let exchange = try await Exchange { .reset(afterBytes: 5, status: 206, headers: ["X": "y"]) }
        let head = try await exchange.client.read(until: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 206 "))
        #expect(head.contains("X: y\r\n"))
        #expect(head.contains("Content-Length: 6\r\n"))
        var body = Data()
        let failure = await #expect(throws: RawClient.Failure.self) {
            while let more = try await exchange.client.read() { body.append(more) }
        }
        #expect(failure?.code == ECONNRESET)
        #expect(body.count == 5)
    }

    @Test func `a reset can come after chosen bytes`() async throws {
        let exchange = try await Exchange { .reset(after: Data("{\"id\":".utf8)) }
        #expect(try await exchange.client.read(until: "{\"id\":").hasSuffix("\r\n\r\n{\"id\":"))
        await #expect(throws: RawClient.Failure.self) { _ = try await exchange.client.readToEnd() }
    }

    @Test(arguments: [0, 3])
    func `a truncated body ends in an orderly close`(count: Int) async throws {
        let exchange = try await Exchange { .truncated(announced: 10, body: Data(count: count)) }
        #expect(try await exchange.client.read(until: "\r\n\r\n").contains("Content-Length: 10\r\n"))
        #expect(try await exchange.client.readToEnd().count == count)
        #expect(exchange.server.disconnectCount == 0)
    }

    @Test func `a close without an answer is an orderly one`() async throws {
        let exchange = try await Exchange { .closeWithoutAnswer }
        #expect(try await exchange.client.readToEnd().isEmpty)
        #expect(exchange.server.received.count == 1)
        #expect(exchange.server.disconnectCount == 0)
    }

    @Test func `a stream that fails breaks off without its last chunk`() async throws {
        struct Mistake: Error {}
        let exchange = try await Exchange {
            .stream { writer in
                try await writer.write("half")
                throw Mistake()
            }
        }
        let wire = String(decoding: try await exchange.client.readToEnd(), as: UTF8.self)
        #expect(wire.hasSuffix("\r\n\r\n4\r\nhalf\r\n"))
    }

    @Test func `a writer that is kept past its answer can write nothing`() async throws {
        let kept = Locked<LoopbackServer.ResponseWriter?>(nil)
        let exchange = try await Exchange {
            .stream { writer in
                try await writer.write("x")
                kept.withLock { $0 = writer }
            }
        }
        #expect(try await exchange.client.answer().text == "x")
        let writer = try #require(kept.withLock { $0 })
        await #expect(throws: LoopbackServer.ResponseWriter.ClientIsGone.self) { try await writer.write("y") }
        #expect(exchange.server.openConnectionCount == 1)
    }
}
