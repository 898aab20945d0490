import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite struct `Auth middleware` {
    private let get = Request<EmptyResponse>.get("things")
    private let post = Request<EmptyResponse>.post("orders", body: ["item": 1])

    private func status(_ error: NetworkError?) -> Int? {
        if case .server(let error)? = error { error.status } else { nil }
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    // HEAD-03
    @Test(arguments: [
        ("https://api.example/page/2?cursor=x", true), ("https://API.example:443/page", true),
        ("https://storage.example/file?X-Amz-Signature=s", false), ("https://api.example:8443/x", false),
        ("https://api.example.evil.example/x", false), ("https://evil.example/?https://api.example", false),
        ("https://api.example./x", false), ("https://xapi.example/x", false), ("https://127.0.0.1/x", false),
    ])
    func `the token goes to its own origin and nowhere else`(link: String, isSent: Bool) async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") })
        _ = try await bench.client.send(Request<EmptyResponse>.get(url: url(link), name: "link"))
        #expect(bench.transport.received.map { $0.headers["Authorization"] } == [isSent ? "Bearer T1" : nil])
    }

    // HEAD-03
    @Test func `a production session says nothing to staging, and a 401 there starts no refresh`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) }) {
            $0.environment.tokenOrigins = Set($0.environment.tokenOrigins)
            $0.environment.baseURL = URL(string: "https://staging.example") ?? $0.environment.baseURL
        }
        let (result, _) = await bench.run { [get] in try await $0.send(get) }
        #expect(status(result.networkError) == 401)
        #expect(bench.transport.received.map { $0.headers.contains("Authorization") } == [false])
        #expect(bench.tokens.used.isEmpty)
    }

    // HEAD-03
    @Test(arguments: ["https://storage.example/f?X-Amz-Signature=s", "https://api.example:8443/f"])
    func `a 401 of a request that carried no token starts no refresh`(link: String) async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) })
        let upload = try Request<EmptyResponse>(
            .put, .absolute(url(link), name: "link"), body: .body(.data(Data("x".utf8))))
        let (result, _) = await bench.run { try await $0.send(upload) }
        #expect(status(result.networkError) == 401)
        #expect(bench.transport.received.map { $0.headers.contains("Authorization") } == [false])
        #expect(bench.tokens.used.isEmpty)
    }

    // HEAD-03
    @Test func `a plain http link to the token origin's host is not followed with a token`() async throws {
        for hosts in [[], ["api.example"]] as [Set<String>] {
            let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") }) {
                $0.environment.insecureHosts = hosts
            }
            let link = try Request<EmptyResponse>.get(url: url("http://api.example/x"), name: "link")
            let (result, _) = await bench.run { try await $0.send(link) }
            #expect((result.networkError == nil) == !hosts.isEmpty)
            #expect(bench.transport.received.map { $0.headers.contains("Authorization") } == hosts.map { _ in false })
        }
    }

    // HEAD-03
    @Test func `plain http gets a token only if it is a token origin by name`() async throws {
        for isNamed in [true, false] {
            let base = try url("http://dev.example")
            let origin = try #require(Origin(base))
            let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") }) {
                $0.environment = APIEnvironment(
                    name: "dev", baseURL: base, tokenOrigins: isNamed ? [origin] : [], insecureHosts: ["dev.example"])
            }
            _ = try await bench.client.send(get)
            #expect(bench.transport.received.map { $0.headers.contains("Authorization") } == [isNamed])
        }
    }

    @Test func `a header of the endpoint's own stays, and its 401 starts no refresh`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) })
        let own = Request<EmptyResponse>(.get, "things", headers: ["authorization": "Custom x"])
        let (result, _) = await bench.run { try await $0.send(own) }
        #expect(status(result.networkError) == 401)
        #expect(bench.transport.received.map { $0.headers["Authorization"] } == ["Custom x"])
        #expect(bench.tokens.used.isEmpty)
    }

    @Test func `a call without a user is not sent, and one that needs none goes without a token`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") }, isSignedIn: false)
        await #expect(throws: NetworkError.sessionExpired) { _ = try await bench.client.send(get) }
        #expect(bench.transport.received.isEmpty)
        let open = Request<EmptyResponse>(.get, "open", requiresAuth: false)
        _ = try await bench.client.send(open)
        #expect(bench.transport.received.map { $0.headers.contains("Authorization") } == [false])
    }

    // KEY-02
    @Test func `a store that cannot be read fails the call, sends nothing and signs nobody out`() async throws {
        // Without a cache, which would ask for the session too, so that it is the call whose look fails.
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") }) { $0.cache = nil }
        bench.database.failNextLoad(-25308)
        await #expect(throws: NetworkError.credentialsUnavailable("x")) { _ = try await bench.client.send(get) }
        #expect(bench.transport.received.isEmpty)
        _ = try await bench.client.send(get)
        #expect(bench.transport.received.map { $0.headers["Authorization"] } == ["Bearer T1"])
        #expect(bench.database.log.filter { $0 == "clear" }.isEmpty)
    }

    @Test func `a refused call is sent once more, with the same body and key`() async throws {
        let bench = try TrafficBench(answers: [.response(401), .json("{}")])
        _ = try await bench.client.send(post, options: CallOptions { $0.idempotency = .key("k") })
        let received = bench.transport.received
        #expect(received.map { $0.headers["Authorization"] } == ["Bearer T1", "Bearer T2"])
        #expect(received.map { $0.headers["Idempotency-Key"] } == ["k", "k"])
        #expect(Set(received.map(\.body)).count == 1)
    }

    @Test func `a POST without a key is replayed too: a 401 says that nothing was done`() async throws {
        let bench = try TrafficBench(answers: [.response(401), .json("{}")])
        _ = try await bench.client.send(post)
        #expect(bench.transport.received.count == 2)
    }

    @Test func `a body that exists once is not replayed`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) })
        let upload = Request<EmptyResponse>(
            .put, "files/1", body: .body(.oneShot(length: nil, HTTPByteStream([Data("x".utf8)]))))
        let (result, _) = await bench.run { try await $0.send(upload) }
        #expect(status(result.networkError) == 401)
        #expect(bench.transport.received.count == 1)
    }

    @Test func `after a body that exists once was refused, the next one goes with a new token`() async throws {
        let bench = try TrafficBench(answers: [.response(401), .json("{}")])
        for name in ["1", "2"] {
            let upload = Request<EmptyResponse>(
                .put, "files/\(name)", body: .body(.oneShot(length: nil, HTTPByteStream([Data("x".utf8)]))))
            _ = await bench.run { try await $0.send(upload) }
        }
        #expect(bench.transport.received.map { $0.headers["Authorization"] } == ["Bearer T1", "Bearer T2"])
    }

    @Test func `a body that exists once brings its own 401 back, also if the refresh fails`() async throws {
        for failure in [FakeTokenServer.Behaviour.refuse, .fail(RefreshFailure(.offline, mayHaveLostAnswer: false))] {
            let bench = try TrafficBench(answers: [.response(401)])
            bench.tokens.next(failure)
            let upload = Request<EmptyResponse>(
                .put, "files/1", body: .body(.oneShot(length: nil, HTTPByteStream([Data("x".utf8)]))))
            let (result, _) = await bench.run { try await $0.send(upload) }
            #expect(status(result.networkError) == 401)
        }
    }

    @Test func `the 401 after a replay is the caller's answer, and the session stays`() async throws {
        let bench = try TrafficBench(answers: [.response(401), .response(401), .json("{}")])
        let (result, _) = await bench.run { [get] in try await $0.send(get) }
        #expect(status(result.networkError) == 401)
        #expect(bench.tokens.used == ["R1"])
        #expect(bench.database.session?.tokens.accessToken == "T2")
        _ = try await bench.client.send(get)
        let sent = bench.transport.received.map { $0.headers["Authorization"] }
        #expect(sent == ["Bearer T1", "Bearer T2", "Bearer T2"])
    }

    // HEAD-02
    @Test(arguments: ["tok\n", "a\r\nX-Evil: 1", "tok ", "t\u{0}k"])
    func `a token that cannot be a header is named, and nothing is sent or refreshed`(token: String) async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") })
        bench.database.session = StoredSession(
            id: SessionID(rawValue: "A"),
            tokens: Tokens(accessToken: token, refreshToken: "R1", receivedAt: bench.clock.date))
        let error = await #expect(throws: NetworkError.self) { _ = try await bench.client.send(get) }
        guard case .invalidRequest(let sentence)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(sentence.contains("Authorization"))
        #expect(!sentence.contains(token))
        #expect(bench.transport.received.isEmpty)
        #expect(bench.tokens.used.isEmpty)
    }

    @Test(arguments: [NetworkError.offline, .timeout, .server(ServerError(status: 503))])
    func `a refresh that fails gives its own error, also before the replay of a POST`(error: NetworkError) async throws
    {
        let bench = try TrafficBench(answers: [.response(401)])
        bench.tokens.next(.fail(RefreshFailure(error, mayHaveLostAnswer: true)))
        let (result, _) = await bench.run { [post] in try await $0.send(post) }
        #expect(result.networkError == error)
        #expect(bench.transport.received.count == 1)
    }

    // AUTH-01
    @Test func `a call is never sent again with the token of a user who signed in meanwhile`() async throws {
        let held = Gate()
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401).held(by: held) })
        let task = Task { [get] in try await bench.client.send(get) }
        await bench.transport.requests(atLeast: 1)
        await bench.repository.signIn(Tokens(accessToken: "TB1", refreshToken: "RB1", receivedAt: bench.clock.date))
        held.open()
        #expect(await task.result.networkError == .sessionExpired)
        #expect(bench.transport.received.count == 1)
        #expect(bench.tokens.used.isEmpty)
    }

    // AUTH-01
    @Test(arguments: [true, false])
    func `a sign-in between the first answer and the replay ends the call`(isDuringRefresh: Bool) async throws {
        let steps = Locked<[SignInAfterRefusal]>([])
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) }) {
            let step = SignInAfterRefusal()
            steps.withLock { $0 = [step] }
            $0.attemptMiddleware = isDuringRefresh ? [] : [step]
        }
        let step = try #require(steps.withLock { $0.first })
        let tokens = Tokens(accessToken: "TB1", refreshToken: "RB1", receivedAt: bench.clock.date)
        step.signIn.withLock { $0 = { await bench.repository.signIn(tokens) } }
        let gate = bench.tokens.hold()
        let task = Task { [get] in try await bench.client.send(get) }
        if isDuringRefresh {
            await gate.waiting(atLeast: 1)
            await bench.repository.signIn(tokens)
        }
        #expect(await task.result.networkError == .sessionExpired)
        gate.open()
        #expect(bench.transport.received.map { $0.headers["Authorization"] } == ["Bearer T1"])
        #expect(try await bench.repository.validToken() == "TB1")
    }

    // AUTH-01
    @Test func `after a sign-out the waiting call ends as expired`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) })
        let gate = bench.tokens.hold()
        let task = Task { [get] in try await bench.client.send(get) }
        await gate.waiting(atLeast: 1)
        await bench.repository.signOut()
        #expect(await task.result.networkError == .sessionExpired)
        #expect(bench.transport.received.count == 1)
    }

    // CANCEL-02 (b)
    @Test func `a call cancelled while it waits for a token ends at once, and the refresh goes on`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(401) })
        let gate = bench.tokens.hold()
        let task = Task { [get] in try await bench.client.send(get) }
        await gate.waiting(atLeast: 1)
        task.cancel()
        #expect(await task.result.isCancellation)
        #expect(!gate.isOpen)
        #expect(bench.transport.received.count == 1)
        gate.open()
        #expect(try await bench.repository.validToken() == "T2")
    }

    // CANCEL-02 (b)
    @Test func `a call cancelled while it waits for its first token sends nothing`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .json("{}") })
        let expired = Tokens(
            accessToken: "T1", refreshToken: "R1", receivedAt: bench.clock.date.addingTimeInterval(-60),
            lifetime: .seconds(60))
        bench.database.session = StoredSession(id: SessionID(rawValue: "A"), tokens: expired)
        let gate = bench.tokens.hold()
        let task = Task { [post] in try await bench.client.send(post) }
        await gate.waiting(atLeast: 1)
        task.cancel()
        #expect(await task.result.isCancellation)
        #expect(!gate.isOpen)
        #expect(bench.transport.received.isEmpty)
        gate.open()
        _ = try await bench.client.send(get)
        #expect(bench.transport.received.map { $0.headers["Authorization"] } == ["Bearer T2"])
        #expect(bench.tokens.used == ["R1"])
    }

    @Test func `two clients of one repository share one refresh`() async throws {
        // Who comes after the first refusal waits for the renewal and sends nothing, so neither is refused before both are
        // there.
        let refusal = Gate()
        let transport = ScriptedTransport {
            $0.headers["Authorization"] == "Bearer T1" ? .response(401).held(by: refusal) : .json("{}")
        }
        let bench = try TrafficBench(transport)
        let gate = bench.tokens.hold()
        var configuration = ClientConfiguration(
            environment: .production(try url(TrafficBench.base)), transport: transport)
        configuration.credential = bench.repository
        let other = APIClient(configuration)
        let first = Task { [get] in try await bench.client.send(get) }
        let second = Task { [get] in try await other.send(get) }
        await transport.requests(atLeast: 2)
        refusal.open()
        await gate.waiting(atLeast: 1)
        gate.open()
        _ = try await (first.value, second.value)
        #expect(bench.tokens.used == ["R1"])
    }
}

/// Lets another user sign in just after a call was refused, and before anybody knows of it.
private final class SignInAfterRefusal: Middleware {
    let signIn = Locked<(@Sendable () async -> Void)?>(nil)

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let response = try await next(request)
        if response.status == 401 { await signIn.withLock { $0.take() }?() }
        return response
    }
}
