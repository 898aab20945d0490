import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// What URLSession and libcurl make of broken servers, as errors that can be told apart.
@Suite(.timeLimit(.minutes(5))) struct `Faults of a server, through URLSession` {
    typealias Kind = TransportError.Kind

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: Kind
        let answer: LoopbackServer.Response

        init(_ description: String, _ kind: Kind, _ answer: LoopbackServer.Response) {
            testDescription = description
            self.kind = kind
            self.answer = answer
        }

        init(_ description: String, _ kind: Kind, raw text: String) {
            self.init(description, kind, .raw(Data(text.utf8)))
        }
    }

    private func failure(
        _ request: HTTPRequest,
        over transport: URLSessionTransport,
        delivery: Delivery = .buffered(limit: 1000)
    ) async throws -> TransportError {
        let error = await #expect(throws: TransportError.self) {
            let response = try await transport.send(request, delivery: delivery)
            if let stream = response.stream { for try await _ in stream {} }
        }
        return try #require(error)
    }

    static let broken = [
        Fault("reset before the head", .connectionLost, .reset()),
        Fault("closed without an answer", .connectionLost, .closeWithoutAnswer),
        Fault("closed in the status line", .connectionLost, raw: "HTTP/1.1 20"),
        Fault("cut off by its length", .truncatedBody, .truncated(announced: 10, body: Data("12345".utf8))),
        Fault("cut off without a byte", .truncatedBody, .truncated(announced: 10)),
        Fault(
            "cut off between chunks", .truncatedBody,
            .stream { writer in
                try await writer.write("12345")
                throw CancellationError()
            }),
        Fault(
            "cut off in a chunk", .truncatedBody,
            raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123"),
        Fault(
            "a chunk size that is none", .truncatedBody,
            raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n12345\r\n0\r\n\r\n"),
        Fault(
            "bytes that are not gzip", .truncatedBody,
            .data(Data("this is no gzip".utf8), headers: ["Content-Encoding": "gzip"])),
        Fault("reset in the body", .truncatedBody, .reset(afterBytes: 5)),
        Fault("no HTTP at all", .invalidResponse, raw: "SSH-2.0-OpenSSH_9.2\r\n"),
        Fault("an unknown version", .invalidResponse, raw: "HTTP/9.9 200 OK\r\n\r\n"),
        Fault(
            "a Latin-1 header", .unclear, .raw(Data("HTTP/1.1 200 OK\r\nX: caf".utf8) + [0xE9] + Data("\r\n\r\n".utf8))),
    ]

    @Test(arguments: broken)
    func `a broken answer says in which way, and that the request was sent`(fault: Fault) async throws {
        let rig = try await LiveRig { _ in fault.answer }
        for method in [HTTPMethod.put, .post] {
            for delivery in [Delivery.buffered(limit: 1000), .streamed] {
                let error = try await failure(rig.request(method), over: rig.transport, delivery: delivery)
                #expect(error.kind == fault.kind)
                #expect(error.mayHaveBeenSent)
                #expect(!"\(error)".contains("127.0.0.1"))
            }
        }
    }

    @Test func `nobody at the port is a refused connection, and nothing was sent`() async throws {
        let rig = try await LiveRig { _ in .status(200) }
        rig.server.stop()
        for method in [HTTPMethod.get, .post] {
            let error = try await failure(rig.request(method), over: rig.transport)
            #expect(error.kind == .cannotConnect)
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test func `a name that does not exist is a failed look-up, and nothing was sent`() async throws {
        // RFC 6761, section 6.4: names under .invalid never resolve.
        let url = try #require(URL(string: "http://no-such-host.invalid/"))
        for method in [HTTPMethod.get, .post] {
            let error = try await failure(HTTPRequest(method: method, url: url), over: URLSessionTransport())
            #expect(error.kind == .dns)
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test func `an IPv6 address that cannot be reached, or used at all, is no connection, and nothing was sent`()
        async throws
    {
        let url = try #require(URL(string: "http://[::1]:1/"))
        for method in [HTTPMethod.get, .post] {
            let error = try await failure(HTTPRequest(method: method, url: url), over: URLSessionTransport())
            #expect(error.kind == .cannotConnect)
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test func `TLS with a server that speaks none is no secure connection, and nothing was sent`() async throws {
        let rig = try await LiveRig { _ in .status(200) }
        let url = try #require(URL(string: "https://127.0.0.1:\(rig.server.port)/"))
        for method in [HTTPMethod.get, .post] {
            let error = try await failure(HTTPRequest(method: method, url: url), over: rig.transport)
            #expect(error.kind == .tls)
            #expect(!error.mayHaveBeenSent)
        }
        #expect(rig.server.received.isEmpty)
    }

    @Test func `a fault leaves the transport fit for the next call`() async throws {
        let rig = try await LiveRig { $0.path == "/good" ? .text("good") : .reset() }
        for _ in 1...3 {
            _ = try await failure(rig.request(.get, "/bad"), over: rig.transport)
            #expect(try await rig.send(.get, "/good").text == "good")
        }
    }
}
