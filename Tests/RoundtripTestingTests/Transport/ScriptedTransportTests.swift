import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// What only a script can do; what it shares with a server stands in the conformance suites.
@Suite(.timeLimit(.minutes(5))) struct `A scripted transport` {
    private let url = URL(string: "https://api.example/users/42?q=1%202")!

    private func send(
        _ transport: ScriptedTransport,
        _ method: HTTPMethod = .get,
        delivery: Delivery = .buffered(limit: 100)
    ) async throws -> HTTPResponse {
        try await transport.send(HTTPRequest(method: method, url: url), delivery: delivery)
    }

    private func sentence(_ body: () async throws -> Void) async -> String {
        let error = await #expect(throws: NetworkError.self) { try await body() }
        if case .invalidRequest(let sentence)? = error { return sentence }
        return "no sentence"
    }

    // MARK: In order

    @Test func `answers come in their order, failures among them`() async throws {
        let lost = TransportError(.connectionLost, code: 7, mayHaveBeenSent: true)
        let transport = ScriptedTransport([.response(503), .failure(lost), .text("done", status: 201)])
        #expect(try await send(transport).status == 503)
        #expect(await #expect(throws: TransportError.self) { _ = try await send(transport) } == lost)
        let last = try await send(transport)
        #expect(last.status == 201)
        #expect(last.data == Data("done".utf8))
        #expect(last.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(transport.received.count == 3)
    }

    @Test(arguments: [0, 1, 2])
    func `after the last answer a request fails by its name`(count: Int) async throws {
        let transport = ScriptedTransport(Array(repeating: .response(), count: count))
        for _ in 0..<count { _ = try await send(transport) }
        let sentence = await sentence { _ = try await send(transport, .delete) }
        #expect(sentence.contains("no answer for DELETE /users/42."))
        #expect(!sentence.contains("q=1"))
        #expect(transport.received.count == count + 1)
    }

    @Test func `requests that come together get one answer each`() async throws {
        let transport = ScriptedTransport((0..<50).map { .text("\($0)") })
        let texts = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<50 { group.addTask { try await send(transport).data } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts.count == 50)
    }

    @Test func `a failed look at the body takes no answer`() async throws {
        let transport = ScriptedTransport([.text("first")])
        let broken = HTTPRequest(method: .put, url: url, body: .file(URL(filePath: "/nowhere")))
        await #expect(throws: TransportError(.file(.missing), mayHaveBeenSent: false)) {
            _ = try await transport.send(broken, delivery: .streamed)
        }
        #expect(try await send(transport).data == Data("first".utf8))
    }

    // MARK: By request

    @Test func `a handler sees the whole request`() async throws {
        let transport = ScriptedTransport { _ in .response() }
        let request = HTTPRequest(
            method: .post, url: url, headers: ["x-MiXed": "1"], body: .data(Data("b".utf8)),
            options: TransportOptions(idleTimeout: .seconds(3)))
        _ = try await transport.send(request, delivery: .streamed)
        let received = try #require(await transport.requests(atLeast: 1).first)
        #expect(received.method == .post)
        #expect(received.url == url)
        #expect(received.target == "/users/42?q=1%202")
        #expect(received.headers.map(\.name) == ["x-MiXed"])
        #expect(received.body == Data("b".utf8))
        #expect(received.options.idleTimeout == .seconds(3))
        #expect(received.delivery == .streamed)
    }

    @Test(arguments: [
        ("https://h.example", "/"), ("https://h.example?a=b", "/?a=b"), ("https://h.example/%2F/", "/%2F/"),
    ])
    func `the target is what would stand in the request line`(text: String, target: String) async throws {
        let transport = ScriptedTransport { _ in .response() }
        let url = try #require(URL(string: text))
        _ = try await transport.send(HTTPRequest(url: url), delivery: .buffered(limit: 1))
        #expect(transport.received.map(\.target) == [target])
    }

    struct Mistake: Error {}

    @Test func `a handler's own error is a fault that names the request and the error's type`() async throws {
        let transport = ScriptedTransport { _ in throw Mistake() }
        let sentence = await sentence { _ = try await send(transport, .patch) }
        #expect(sentence.contains("PATCH /users/42"))
        #expect(sentence.contains("Mistake"))
    }

    @Test(arguments: [TransportError(.dns, mayHaveBeenSent: false), .init(.timeout, mayHaveBeenSent: true)])
    func `a handler fails the exchange with the error of its choice`(error: TransportError) async throws {
        let transport = ScriptedTransport { _ in throw error }
        await #expect(throws: error) { _ = try await send(transport) }
    }

    @Test(arguments: [0, 100, 103, 199, -1])
    func `only a final answer can be scripted`(status: Int) async throws {
        let transport = ScriptedTransport([.response(status)])
        let sentence = await sentence { _ = try await send(transport) }
        #expect(sentence.contains("below 200 for GET /users/42"))
    }

    // MARK: Parts of an answer

    @Test func `headers that are given stand against those that are added`() async throws {
        let transport = ScriptedTransport([.json("{}", headers: ["content-type": "application/problem+json"])])
        let response = try await send(transport)
        #expect(response.headers.values(for: "Content-Type") == ["application/problem+json"])
        #expect(response.headers["Content-Length"] == "2")
    }

    @Test(arguments: ["x", "-1", "9999999999999999999999"])
    func `a length that is no length announces nothing`(length: String) async throws {
        let transport = ScriptedTransport([.response(headers: ["Content-Length": length], body: Data("12".utf8))])
        #expect(try await send(transport).data == Data("12".utf8))
    }

    @Test func `the error that a body throws is the end of the stream`() async throws {
        let failure = TransportError(.timeout, mayHaveBeenSent: true)
        let transport = ScriptedTransport { request in
            .stream { writer in
                try await writer.write("1")
                throw request.method == .get ? failure as any Error : Mistake()
            }
        }
        await #expect(throws: failure) { _ = try await send(transport) }
        await #expect(throws: TransportError(.truncatedBody, mayHaveBeenSent: true)) {
            _ = try await send(transport, .put)
        }
    }

    @Test func `a writer that is kept writes no more`() async throws {
        let kept = Locked<LoopbackServer.ResponseWriter?>(nil)
        let transport = ScriptedTransport([
            .stream { writer in
                kept.withLock { $0 = writer }
                try await writer.write("1")
            }
        ])
        #expect(try await send(transport).data == Data("1".utf8))
        let writer = try #require(kept.withLock { $0 })
        await #expect(throws: LoopbackServer.ResponseWriter.ClientIsGone.self) { try await writer.write("2") }
    }

    @Test func `held answers keep their order of arrival, whichever is let go first`() async throws {
        let gates = [Gate(), Gate()]
        let transport = ScriptedTransport([.text("1").held(by: gates[0]), .text("2").held(by: gates[1])])
        let first = Task { try await send(transport).data }
        await gates[0].waiting(atLeast: 1)
        let second = Task { try await send(transport).data }
        await gates[1].waiting(atLeast: 1)
        gates[1].open()
        #expect(try await second.value == Data("2".utf8))
        gates[0].open()
        #expect(try await first.value == Data("1".utf8))
        #expect(transport.disconnectCount == 0)
    }

    @Test func `what is printed shows no content`() async throws {
        let transport = ScriptedTransport([.text("SECRET", headers: ["Set-Cookie": "SECRET"])])
        let request = HTTPRequest(
            method: .put, url: url, headers: ["Cookie": "SECRET"], body: .data(Data("SECRET".utf8)))
        _ = try await transport.send(request, delivery: .buffered(limit: 10))
        let received = try #require(transport.received.first)
        let answer = ScriptedTransport.Answer.text("SECRET", headers: ["Set-Cookie": "SECRET"])
        for text in ["\(received)", String(reflecting: received), "\(answer)", String(reflecting: answer)] {
            #expect(!text.contains("SECRET"))
            #expect(!text.contains("q=1"))
        }
        #expect("\(received)".hasPrefix("PUT /users/42 "))
        #expect("\(ScriptedTransport.Answer.failure(TransportError(.dns, mayHaveBeenSent: false)))" == "dns, not sent")
        var dumped = ""
        dump(answer, to: &dumped)
        #expect(!dumped.contains("SECRET"))
    }

    // MARK: Leaving

    @Test(arguments: 0..<50)
    func `a cancellation at any moment ends the call, and only once`(round: Int) async throws {
        let gate = Gate()
        let transport = ScriptedTransport { _ in .text("x").held(by: gate) }
        let task = Task { try await send(transport) }
        for _ in 0..<round % 10 { await Task.yield() }
        task.cancel()
        gate.open()
        do {
            #expect(try await task.value.status == 200)
        } catch {
            #expect(error is CancellationError)
        }
    }

    @Test func `a body that is being read is left at once, even if its source hears of no cancellation`() async throws {
        let (asked, release) = (Gate(), Gate())
        let transport = ScriptedTransport { _ in .response() }
        let source = HTTPByteStream(next: {
            asked.open()
            await Task { try? await release.wait() }.value
            return nil
        })
        let request = HTTPRequest(method: .post, url: url, body: .oneShot(length: nil, source))
        let task = Task { try await transport.send(request, delivery: .streamed) }
        try await asked.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        release.open()
        #expect(transport.received.isEmpty)
    }
}
