import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoopbackServerTests {
    @Test func `the base address is on loopback with the port that was found`() async throws {
        let server = try await LoopbackServer.start { _ in .status(204) }
        #expect(server.port > 0)
        #expect(server.baseURL.absoluteString == "http://127.0.0.1:\(server.port)")
    }

    @Test func `a request is recorded exactly as it came`() async throws {
        let server = try await LoopbackServer.start { _ in .json(#"{"id":1}"#) }
        let client = try RawClient(port: server.port)
        try await client.send("POST /a%2Fb?x=1%202&x=+ HTTP/1.1\r\nhOsT: h\r\nContent-Length: 2\r\n\r\nhi")
        let answer = try await client.answer()
        #expect(answer.status == 200)
        #expect(answer.text == #"{"id":1}"#)
        #expect(answer.header("Content-Type") == "application/json")
        #expect(answer.header("Content-Length") == "8")
        #expect(answer.header("Date") == nil)

        let request = try #require(server.received.first)
        #expect(request.method == .post)
        #expect(request.target == "/a%2Fb?x=1%202&x=+")
        #expect(request.path == "/a%2Fb")
        #expect(request.query == "x=1%202&x=+")
        #expect(request.queryValues(for: "x") == ["1 2", " "])
        #expect(request.headers.map(\.name) == ["hOsT", "Content-Length"])
        #expect(request.text == "hi")
        #expect(request.connection == 1)
    }

    @Test(
        arguments: [
            ("/", "/", nil), ("/?", "/", ""), ("/a?b?c", "/a", "b?c"), ("http://h/a?b", "/a", "b"),
            ("http://h", "/", nil),
            ("http://h?b", "/", "b"),
        ] as [(String, String, String?)]
    )
    func `a target is divided at its first question mark`(target: String, path: String, query: String?) async throws {
        let server = try await LoopbackServer.start { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try await client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await client.answer()
        #expect(server.received.map(\.path) == [path])
        #expect(server.received.map(\.query) == [query])
    }

    @Test func `descriptions show neither the query nor the content`() async throws {
        let server = try await LoopbackServer.start { _ in .text("secret-3") }
        let client = try RawClient(port: server.port)
        try await client.send(
            "POST /a?token=secret-1 HTTP/1.1\r\nHost: h\r\nAuthorization: secret-2\r\nContent-Length: 8\r\n\r\nsecret-0"
        )
        _ = try await client.answer()
        let request = try #require(server.received.first)
        var dumped = ""
        dump(request, to: &dumped)
        dump(LoopbackServer.Response.text("secret-3", headers: ["Set-Cookie": "secret-4"]), to: &dumped)
        #expect(dumped.contains("POST /a"))
        #expect(!dumped.contains("secret"))
    }

    // MARK: Connections

    @Test func `a connection is kept and used again`() async throws {
        let server = try await LoopbackServer.start { .text($0.path) }
        let client = try RawClient(port: server.port)
        for path in ["/1", "/2", "/3"] {
            try await client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await client.answer().text == path)
        }
        #expect(server.received.map(\.connection) == [1, 1, 1])
        #expect(server.connectionCount == 1)
        _ = try RawClient(port: server.port)
        await server.connections(atLeast: 2)
    }

    @Test func `requests sent together are answered one after another in their order`() async throws {
        let running = Locked(0)
        let server = try await LoopbackServer.start { request in
            #expect(
                running.withLock {
                    $0 += 1; return $0
                } == 1
            )
            await Task.yield()
            running.withLock { $0 -= 1 }
            return .text(request.path)
        }
        let client = try RawClient(port: server.port)
        let count = 200
        try await client.send((1...count).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
        for index in 1...count { #expect(try await client.answer().text == "/\(index)") }
        #expect(server.received.map(\.path) == (1...count).map { "/\($0)" })
    }

    @Test(
        arguments: [
            ("HTTP/1.1\r\nHost: h", "", true, nil),
            ("HTTP/1.1\r\nHost: h\r\nConnection: close", "", false, "close"),
            ("HTTP/1.1\r\nHost: h", "close", false, "close"),
            ("HTTP/1.0", "", false, "close"),
            ("HTTP/1.0\r\nConnection: keep-alive", "", true, "keep-alive"),
        ] as [(String, String, Bool, String?)]
    )
    func `a connection ends when either side says so`(
        rest: String,
        option: String,
        stays: Bool,
        answered: String?
    ) async throws {
        let headers: HTTPHeaders = option.isEmpty ? [:] : ["Connection": option]
        let server = try await LoopbackServer.start { _ in .text("x", headers: headers) }
        let client = try RawClient(port: server.port)
        try await client.send("GET / \(rest)\r\n\r\n")
        let answer = try await client.answer()
        #expect(answer.text == "x")
        #expect(answer.header("Connection") == answered)
        if stays {
            try await client.send("GET / \(rest)\r\n\r\n")
            #expect(try await client.answer().text == "x")
        } else {
            #expect(try await client.readToEnd().isEmpty)
            #expect(server.disconnectCount == 0)
        }
    }

    // MARK: Bodies

    @Test(arguments: ["GET", "HEAD"], [200, 204, 304])
    func `HEAD, 204 and 304 are answered without a body`(method: String, status: Int) async throws {
        let bodies: [@Sendable () -> LoopbackServer.Response] = [
            { .text("body", status: status) },
            { .chunked([Data("body".utf8)], status: status) },
        ]
        for body in bodies {
            let server = try await LoopbackServer.start { _ in body() }
            let client = try RawClient(port: server.port)
            try await client.send("\(method) / HTTP/1.1\r\nHost: h\r\n\r\nHEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
            let hasBody = method == "GET" && status == 200
            let answer = try await client.answer(withBody: hasBody)
            #expect(answer.status == status)
            #expect(answer.text == (hasBody ? "body" : ""))
            let isFramed = answer.header("Content-Length") != nil || answer.header("Transfer-Encoding") != nil
            #expect(isFramed == (status == 200))
            // A body would stand where the second answer begins.
            #expect(try await client.answer(withBody: false).status == status)
        }
    }

    @Test func `chunks are sent as they are given`() async throws {
        let chunks = ["a", "", "bc", String(repeating: "d", count: 300)].map { Data($0.utf8) }
        let server = try await LoopbackServer.start { _ in .chunked(chunks, headers: ["X": "y"]) }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let wire = String(decoding: try await client.readToEnd(), as: UTF8.self)
        let expected = "1\r\na\r\n2\r\nbc\r\n12c\r\n" + String(repeating: "d", count: 300) + "\r\n0\r\n\r\n"
        #expect(wire.hasSuffix("\r\n\r\n" + expected))
        #expect(wire.contains("Transfer-Encoding: chunked\r\n"))
        #expect(!wire.contains("Content-Length"))
    }

    @Test func `a stream reaches the client chunk by chunk`() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start { _ in
            .stream { writer in
                try await writer.write("first")
                try await gate.wait()
                try await writer.write("second")
            }
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.read(until: "first\r\n").hasSuffix("5\r\nfirst\r\n"))
        gate.open()
        #expect(try await client.read(until: "0\r\n\r\n") == "6\r\nsecond\r\n0\r\n\r\n")
    }

    @Test func `a client of HTTP 1.0 gets a stream without chunk sizes`() async throws {
        let server = try await LoopbackServer.start { _ in .chunked([Data("a".utf8), Data("b".utf8)]) }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let wire = String(decoding: try await client.readToEnd(), as: UTF8.self)
        #expect(wire.hasSuffix("\r\n\r\nab"))
        #expect(!wire.contains("chunked"))
    }

    @Test func `a request that expects it is told to continue before its body is read`() async throws {
        let server = try await LoopbackServer.start { .text($0.text) }
        let client = try RawClient(port: server.port)
        for _ in 0..<2 {
            try await client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("hi")
            #expect(try await client.answer().text == "hi")
        }
    }

    @Test func `large bodies go both ways while the client reads slowly`() async throws {
        let body = Data((0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = try await LoopbackServer.start { .data($0.body) }
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
        try await client.send(body)
        await server.requests(atLeast: 1)
        #expect(try await client.answer().body == body)
    }

    // MARK: Errors

    @Test func `an error of the handler is answered with 500`() async throws {
        struct Mistake: Error {}
        let server = try await LoopbackServer.start { _ in throw Mistake() }
        let client = try RawClient(port: server.port)
        for _ in 0..<2 {
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 500)
            #expect(answer.text.contains("Mistake"))
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\0\n", 400),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 1000), 431),
    ])
    func `what cannot be read is answered, not recorded, and ends the connection`(bytes: String, status: Int)
        async throws
    {
        let limits = LoopbackServer.Limits(headerSection: 1000, body: 10)
        let server = try await LoopbackServer.start(limits: limits) { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try await client.send(bytes)
        let answer = try await client.answer()
        #expect(answer.status == status)
        #expect(answer.header("Connection") == "close")
        #expect(try await client.readToEnd().isEmpty)
        #expect(server.received.isEmpty)
    }

    @Test func `a refusal reaches a client that is still sending`() async throws {
        let server = try await LoopbackServer.start(limits: .init(body: 10)) { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000000\r\n\r\n")
        try await client.send(Data(count: 4_000_000))
        #expect(try await client.answer().status == 413)
        #expect(try await client.readToEnd().isEmpty)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `random bytes never stop the server`(seed: UInt64) async throws {
        let server = try await LoopbackServer.start { .data($0.body) }
        var random = SeededRandom(seed: seed)
        for _ in 0..<25 {
            let client = try RawClient(port: server.port)
            let bytes = (0..<Int.random(in: 1...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            try await client.send(Data(bytes))
            client.finishWriting()
            _ = try await client.readToEnd()
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.answer().status == 200)
    }

    // MARK: Beginning and end

    @Test func `a port that is taken is named in the error`() async throws {
        let server = try await LoopbackServer.start { _ in .status(200) }
        let error = await #expect(throws: LoopbackServer.StartError.self) {
            _ = try await LoopbackServer.start(port: server.port) { _ in .status(200) }
        }
        #expect(error == .portInUse(server.port))
        #expect(error?.localizedDescription.contains("Port \(server.port) is in use") == true)
    }

    @Test func `a stopped server leaves its port free and ends every connection`() async throws {
        let first = try await LoopbackServer.start { _ in .status(200) }
        let port = first.port
        let client = try RawClient(port: port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.answer().status == 200)
        first.stop()
        first.stop()
        #expect(try await client.readToEnd().isEmpty)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
        let second = try await LoopbackServer.start(port: port) { _ in .status(201) }
        let again = try RawClient(port: second.port)
        try await again.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await again.answer().status == 201)
        #expect(first.disconnectCount == 0)
    }

    @Test func `a server that is released stops, and answers that are held end`() async throws {
        let gate = Gate()
        let ended = Gate()
        var server: LoopbackServer? = try await LoopbackServer.start { _ in
            defer { ended.open() }
            try await gate.wait()
            return .status(200)
        }
        let port = try #require(server?.port)
        let client = try RawClient(port: port)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        await gate.waiting(atLeast: 1)
        server = nil
        #expect(try await client.readToEnd().isEmpty)
        try await ended.wait()
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    @Test func `whoever waits goes on when the server stops or the task is cancelled`() async throws {
        let server = try await LoopbackServer.start { _ in .status(200) }
        let cancelled = Task { await server.requests(atLeast: 1).count }
        cancelled.cancel()
        #expect(await cancelled.value == 0)
        let waiting = Task {
            await server.disconnects(atLeast: 1)
            await server.connections(atLeast: 1)
            return await server.requests(atLeast: 1).count
        }
        server.stop()
        #expect(await waiting.value == 0)
    }

    @Test func `many servers run side by side`() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 200..<264 {
                group.addTask {
                    let server = try await LoopbackServer.start { _ in .status(index) }
                    defer { server.stop() }
                    let client = try RawClient(port: server.port)
                    try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                    #expect(try await client.answer(withBody: false).status == index)
                    return Int(server.port)
                }
            }
            var ports: Set<Int> = []
            for try await port in group { ports.insert(port) }
            #expect(!ports.isEmpty)
        }
    }
}
