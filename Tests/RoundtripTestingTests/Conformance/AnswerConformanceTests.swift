import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// What a client gets of an answer is the same on both roads. KIT-01
@Suite(.timeLimit(.minutes(5))) struct `What a client gets of an answer` {
    struct User: Codable, Hashable {
        let id: Int
    }

    // KIT-01
    @Test(arguments: Road.allCases, [204, 304])
    func `a status without content has none, even where the handler gave one`(road: Road, status: Int) async throws {
        let stage = try await Stage.on(road) { _ in .response(status, body: Data("content".utf8)) }
        let request = HTTPRequest(url: stage.baseURL)
        let response = try await stage.transport.send(request, delivery: .buffered(limit: 100))
        #expect(response.status == status)
        #expect(response.data.isEmpty)
        #expect(response.headers["Content-Length"] == nil)
    }

    @Test(arguments: Road.allCases)
    func `an answer to HEAD has the length of a body that does not come`(road: Road) async throws {
        let stage = try await Stage.on(road) { _ in .response(headers: ["X": "y"], body: .pattern(500)) }
        let reply = try await stage.client.reply(for: Request<Void>.head("users/1"))
        #expect(reply.headers["Content-Length"] == "500")
        #expect(reply.headers["X"] == "y")
        let response = try await stage.client.open(Request<Void>.head("users/1"), delivery: .buffered(limit: 10))
        #expect(response.data.isEmpty)
        #expect(stage.received.map(\.method) == [.head, .head])
    }

    @Test(arguments: Road.allCases)
    func `a body has its length, and one that is written has none`(road: Road) async throws {
        let stage = try await Stage.on(road) { request in
            request.path == "/whole" ? .text("1234567") : .stream { try await $0.write("1234567") }
        }
        let whole = try await stage.client.reply(for: Request<String>.get("whole"))
        let written = try await stage.client.reply(for: Request<String>.get("written"))
        #expect(whole.headers["Content-Length"] == "7")
        #expect(written.headers["Content-Length"] == nil)
        #expect([whole.value, written.value] == ["1234567", "1234567"])
    }

    // KIT-01
    @Test(arguments: Road.allCases, [300, 301, 302, 303, 307, 308])
    func `a redirect is handed over and not followed`(road: Road, status: Int) async throws {
        let stage = try await Stage.on(road) { _ in
            .response(status, headers: ["Location": "/elsewhere"], body: Data("moved".utf8))
        }
        for method in [HTTPMethod.get, .post, .put] {
            let request = HTTPRequest(
                method: method, url: stage.baseURL, headers: ["Authorization": "Bearer t"],
                body: method == .get ? .none : .data(Data("content".utf8)))
            let response = try await stage.transport.send(request, delivery: .streamed)
            #expect(response.status == status)
            #expect(response.headers["Location"] == "/elsewhere")
            #expect(response.data == Data("moved".utf8))
            #expect(response.request.url == stage.baseURL)
        }
        #expect(stage.received.map(\.path) == ["/", "/", "/"])
    }

    @Test(arguments: Road.allCases, [nil, "", "http://[", "ftp://h/", "?page=2", "//"])
    func `a redirect to nowhere that can be read is still the answer`(road: Road, location: String?) async throws {
        let headers: HTTPHeaders = location.map { ["Location": $0] } ?? [:]
        for status in [301, 302, 303, 305, 307, 308] {
            for delivery in [Delivery.buffered(limit: 10), .streamed] {
                let stage = try await Stage.on(road) { _ in .response(status, headers: headers) }
                let response = try await stage.transport.send(HTTPRequest(url: stage.baseURL), delivery: delivery)
                #expect(response.status == status)
                #expect(response.headers["Location"] == location)
            }
        }
    }

    // KIT-01
    @Test(arguments: Road.allCases)
    func `chunks arrive when they are written, not at the end`(road: Road) async throws {
        let gates = [Gate(), Gate()]
        let stage = try await Stage.on(road) { _ in
            .stream(headers: ["Content-Type": "text/plain"]) { writer in
                try await writer.write("one")
                try await gates[0].wait()
                try await writer.write("two")
                try await gates[1].wait()
                try await writer.write("three")
            }
        }
        let response = try await stage.client.open(Request<Void>.get("events"), delivery: .streamed)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        var chunks = stream.makeAsyncIterator()
        for (index, text) in ["one", "two", "three"].enumerated() {
            #expect(try await chunks.next() == Data(text.utf8))
            if index < gates.count { gates[index].open() }
        }
        #expect(try await chunks.next() == nil)
        #expect(try await chunks.next() == nil)
    }

    @Test(arguments: Road.allCases)
    func `a buffered body waits for its last chunk`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write("one ")
                try await gate.wait()
                try await writer.write("two")
            }
        }
        async let text = stage.client.send(Request<String>.get("text"))
        await gate.waiting(atLeast: 1)
        gate.open()
        #expect(try await text == "one two")
    }

    @Test(arguments: Road.allCases, [500, 404, 302, 200])
    func `an answer of any status can be written piece by piece`(road: Road, status: Int) async throws {
        let stage = try await Stage.on(road) { _ in
            .stream(status, headers: ["Location": "/x"]) { writer in
                for piece in ["a", "", "b"] { try await writer.write(piece) }
            }
        }
        let response = try await stage.transport.send(
            HTTPRequest(url: stage.baseURL), delivery: .buffered(limit: 100))
        #expect(response.status == status)
        #expect(response.data == Data("ab".utf8))
    }

    // MARK: Failures

    @Test(arguments: Road.allCases)
    func `a connection that ends without an answer is lost, and may have carried the request`(road: Road) async throws {
        let stage = try await Stage.on(road) { _ in
            .failure(TransportError(.connectionLost, mayHaveBeenSent: true))
        }
        for method in [HTTPMethod.get, .post] {
            let error = await #expect(throws: TransportError.self) {
                _ = try await stage.transport.send(
                    HTTPRequest(method: method, url: stage.baseURL), delivery: .buffered(limit: 100))
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.mayHaveBeenSent == true)
        }
    }

    @Test(arguments: Road.allCases)
    func `a handler that gives up ends the connection`(road: Road) async throws {
        let stage = try await Stage.on(road) { _ in throw CancellationError() }
        let error = await #expect(throws: NetworkError.self) {
            try await stage.client.send(Request<Void>(.put, "things"))
        }
        guard case .connection(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.kind == .connectionLost)
    }

    @Test(arguments: Road.allCases, [200, 500])
    func `a buffered body that ends too soon is an error, whatever the status`(road: Road, status: Int) async throws {
        let stage = try await Stage.on(road) { request in
            request.path == "/announced"
                ? .response(status, headers: ["Content-Length": "10"], body: Data("12345".utf8))
                : .stream(status) { writer in
                    try await writer.write("12345")
                    throw TransportError(.truncatedBody, mayHaveBeenSent: true)
                }
        }
        for path in ["announced", "written"] {
            let error = await #expect(throws: TransportError.self) {
                _ = try await stage.transport.send(
                    HTTPRequest(url: stage.baseURL.appending(path: path)), delivery: .buffered(limit: 100))
            }
            #expect(error?.kind == .truncatedBody)
            #expect(error?.mayHaveBeenSent == true)
        }
    }

    @Test(arguments: Road.allCases)
    func `a streamed body that ends too soon gives what came, then the error`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write("12345")
                try await gate.wait()
                throw TransportError(.truncatedBody, mayHaveBeenSent: true)
            }
        }
        let response = try await stage.client.open(Request<Void>.get("things"), delivery: .streamed)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        var chunks = stream.makeAsyncIterator()
        #expect(try await chunks.next() == Data("12345".utf8))
        gate.open()
        let error = await #expect(throws: NetworkError.self) { _ = try await chunks.next() }
        guard case .connection(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.kind == .truncatedBody)
    }

    @Test(arguments: Road.allCases)
    func `a body stops at its announced length`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream(headers: ["Content-Length": "5"]) { writer in
                try await writer.write("1234567")
                try await gate.wait()
            }
        }
        #expect(try await stage.client.send(Request<String>.get("text")) == "12345")
        gate.open()
    }
}
