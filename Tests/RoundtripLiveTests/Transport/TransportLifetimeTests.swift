import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The life of a transport` {
    @Test func `when it is invalidated calls in flight end, and later ones are not sent`() async throws {
        let gate = Gate()
        let rig = try await LiveRig { request in
            try await gate.wait()
            return .status(200)
        }
        let tasks = (0..<8).map { index in
            Task { try await rig.send(index.isMultiple(of: 2) ? .get : .post) }
        }
        // Six connections for the GETs, and one for each POST.
        await gate.waiting(atLeast: 8)
        rig.transport.invalidate()
        for task in tasks {
            let error = await #expect(throws: TransportError.self) { _ = try await task.value }
            #expect(error?.kind == .connectionLost)
            #expect(error?.mayHaveBeenSent == true)
        }
        await rig.server.disconnects(atLeast: 8)
        for method in [HTTPMethod.get, .post] {
            await #expect(throws: TransportError(.connectionLost, mayHaveBeenSent: false)) {
                _ = try await rig.send(method)
            }
        }
        #expect(rig.server.received.count == 8)
    }

    @Test func `a stream ends when it is invalidated`() async throws {
        let gate = Gate()
        let rig = try await LiveRig { _ in
            .stream { writer in
                try await writer.write("x")
                try await gate.wait()
            }
        }
        var chunks = try #require(try await rig.send(delivery: .streamed).stream).makeAsyncIterator()
        #expect(try await chunks.next() == Data("x".utf8))
        rig.transport.invalidate()
        let error = await #expect(throws: TransportError.self) { _ = try await chunks.next() }
        #expect(error?.kind == .truncatedBody)
    }

    @Test func `it can be invalidated by many, again and again, while calls begin and end`() async throws {
        for round in 0..<20 {
            let rig = try await LiveRig { _ in .text("x") }
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<12 {
                    group.addTask {
                        if index >= 8 || (round.isMultiple(of: 2) && index == 4) { return rig.transport.invalidate() }
                        do {
                            #expect(try await rig.send(index.isMultiple(of: 2) ? .get : .post).text == "x")
                        } catch {
                            #expect((error as? TransportError)?.kind == .connectionLost)
                        }
                    }
                }
            }
        }
    }

    @Test func `a stream outlives the transport that nobody holds any more`() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start { _ in
            .stream { writer in
                try await writer.write("one ")
                try await gate.wait()
                try await writer.write("two")
            }
        }
        for method in [HTTPMethod.get, .post] {
            let response = try await URLSessionTransport().send(
                HTTPRequest(
                    method: method, url: server.baseURL, options: TransportOptions(idleTimeout: .seconds(600))),
                delivery: .streamed)
            gate.open()
            #expect(try await response.stream?.collect(upTo: 100) == Data("one two".utf8))
        }
    }

    @Test func `connections close with the transport`() async throws {
        let server = try await LoopbackServer.start { _ in .text("x") }
        do {
            let transport = URLSessionTransport()
            for method in [HTTPMethod.get, .post] {
                _ = try await transport.send(
                    HTTPRequest(
                        method: method, url: server.baseURL, options: TransportOptions(idleTimeout: .seconds(600))),
                    delivery: .buffered(limit: 10))
            }
        }
        await server.disconnects(atLeast: 2)
        await server.closings(atLeast: 2)
        #expect(server.openConnectionCount == 0)
    }
}
