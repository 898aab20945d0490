import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// The limits of `Delivery` are the same on both roads. KIT-01
@Suite(.timeLimit(.minutes(5))) struct `How much of a body is taken` {
    private static let mebibyte = 1 << 20

    /// Whether the head says how long the body is.
    enum Length: CaseIterable {
        case announced, unannounced

        func answer(_ body: Data, status: Int = 200) -> ScriptedTransport.Answer {
            switch self {
            case .announced: .response(status, headers: ["Location": "/x"], body: body)
            case .unannounced: .stream(status, headers: ["Location": "/x"]) { try await $0.write(body) }
            }
        }
    }

    @Test(arguments: Road.allCases, Length.allCases)
    func `a buffered body may have just the limit and not one byte more`(road: Road, length: Length) async throws {
        let stage = try await Stage.on(road) { length.answer(.pattern($0.path == "/fits" ? 1000 : 1001)) }
        let options = CallOptions { $0.bodyLimit = 1000 }
        #expect(try await stage.client.send(Request<Data>.get("fits"), options: options) == .pattern(1000))
        for method in [HTTPMethod.get, .post] {
            let error = await #expect(throws: NetworkError.self) {
                _ = try await stage.client.send(Request<Data>(method, "over"), options: options)
            }
            #expect(error == .responseTooLarge(limit: 1000))
        }
    }

    @Test(arguments: Road.allCases)
    func `a body over the limit ends the exchange before the rest has come`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write(.pattern(1001))
                try await gate.wait()
            }
        }
        let error = await #expect(throws: TransportError.self) {
            _ = try await stage.transport.send(HTTPRequest(url: stage.baseURL), delivery: .buffered(limit: 1000))
        }
        #expect(error == TransportError(.responseTooLarge(limit: 1000), mayHaveBeenSent: true))
        await stage.disconnects(atLeast: 1)
    }

    @Test(arguments: Road.allCases)
    func `an announced length over the limit is enough to end the exchange`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream(headers: ["Content-Length": "1001"]) { writer in
                try await writer.write("x")
                try await gate.wait()
            }
        }
        let error = await #expect(throws: TransportError.self) {
            _ = try await stage.transport.send(HTTPRequest(url: stage.baseURL), delivery: .buffered(limit: 1000))
        }
        #expect(error?.kind == .responseTooLarge(limit: 1000))
        await stage.disconnects(atLeast: 1)
    }

    // KIT-01
    @Test(arguments: Road.allCases, Length.allCases)
    func `of an error's body the first mebibyte is kept in every delivery`(road: Road, length: Length) async throws {
        let folder = try TemporaryFolder()
        let body = Data.pattern(2 * Self.mebibyte)
        for status in [302, 404, 500] {
            for delivery in [Delivery.buffered(limit: 10), .streamed, .file(folder.url.appending(path: "f"))] {
                let stage = try await Stage.on(road) { _ in length.answer(body, status: status) }
                let response = try await stage.transport.send(HTTPRequest(url: stage.baseURL), delivery: delivery)
                #expect(response.status == status)
                #expect(response.data == body.prefix(Self.mebibyte))
                #expect(try folder.names.isEmpty)
            }
        }
    }

    @Test(arguments: Road.allCases)
    func `an error is handed over when a mebibyte of its body is there`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream(503) { writer in
                try await writer.write(.pattern(Self.mebibyte))
                try await gate.wait()
            }
        }
        let error = await #expect(throws: NetworkError.self) {
            _ = try await stage.client.send(Request<Data>.get("things"))
        }
        guard case .server(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.status == 503)
        #expect(error.body == .pattern(Self.mebibyte))
        await stage.disconnects(atLeast: 1)
    }

    @Test(arguments: Road.allCases)
    func `a stream that is read may be longer than a buffered body`(road: Road) async throws {
        let piece = Data.pattern(Self.mebibyte)
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                for _ in 1...3 { try await writer.write(piece) }
            }
        }
        let options = CallOptions { $0.bodyLimit = 10 }
        let response = try await stage.client.open(Request<Void>.get("things"), delivery: .streamed, options: options)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        #expect(try await stream.collect(upTo: .max) == piece + piece + piece)
    }

    @Test(arguments: Road.allCases)
    func `a stream that nobody reads fails beyond 16 MiB`(road: Road) async throws {
        let (piece, gate) = (Data.pattern(Self.mebibyte), Gate())
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                for _ in 1...20 { try await writer.write(piece) }
                try await gate.wait()
            }
        }
        let response = try await stage.client.open(Request<Void>.get("things"), delivery: .streamed)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        await stage.disconnects(atLeast: 1)
        var count = 0
        let error = await #expect(throws: NetworkError.self) {
            for try await chunk in stream { count += chunk.count }
        }
        #expect(error == .responseTooLarge(limit: 16 * Self.mebibyte))
        #expect(count >= 16 * Self.mebibyte)
    }
}
