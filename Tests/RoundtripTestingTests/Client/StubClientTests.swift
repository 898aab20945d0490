import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

struct StubUser: Hashable, Sendable {
    var id: String
}

/// Decodable because an endpoint needs a reader; no stub ever uses it.
extension StubUser: Decodable {}

struct GetStubUser: Endpoint {
    typealias Response = StubUser
    var id = "42"
    var options = CallOptions()
    var path: EndpointPath { "users/\(id)" }
}

struct DeleteStubUser: Endpoint {
    typealias Response = Void
    var method: HTTPMethod { .delete }
    var path: EndpointPath { "users/\(7)" }
}

extension Request where Response == [StubUser] {
    static func users(named name: String?) -> Self { .get("users", query: ["name": name]) }
}

@Suite(.timeLimit(.minutes(5))) struct `A stub client` {
    private let stub = StubClient()
    private let anna = StubUser(id: "anna")

    // MARK: By type

    @Test func `replies are made of the endpoint`() async throws {
        stub.on(GetStubUser.self) { endpoint in StubUser(id: "<\(endpoint.id)>") }
        #expect(try await stub.send(GetStubUser(id: "1")) == StubUser(id: "<1>"))
        #expect(try await stub.reply(for: GetStubUser(id: "2")).value == StubUser(id: "<2>"))
        #expect(stub.calls(of: GetStubUser.self).map(\.id) == ["1", "2"])
    }

    @Test func `a stub can reply with always the same`() async throws {
        stub.on(GetStubUser.self, returning: anna)
        stub.on(DeleteStubUser.self, returning: ())
        #expect(try await stub.send(GetStubUser()) == anna)
        try await stub.send(DeleteStubUser())
    }

    @Test(arguments: [
        NetworkError.offline, .sessionExpired, .server(ServerError(status: 404)),
        .outcomeUnknown(TransportError(.timeout, mayHaveBeenSent: true), idempotencyKey: "k"),
    ])
    func `a stub can fail, for every kind of call`(error: NetworkError) async throws {
        stub.on(GetStubUser.self, throwing: error)
        stub.on("users", throwing: error)
        await #expect(throws: error) { _ = try await stub.send(GetStubUser()) }
        await #expect(throws: error) { _ = try await stub.open(GetStubUser(), delivery: .streamed) }
        await #expect(throws: error) { _ = try await stub.send(.users(named: nil)) }
    }

    @Test func `a reply can come with status, headers and all the rest`() async throws {
        stub.onReply(GetStubUser.self) { endpoint in
            Reply(
                value: StubUser(id: endpoint.id), status: 203, headers: ["Link": "next"],
                source: .cache(age: .seconds(3)), drops: [LossyDrop(path: "a", reason: .missingValue)])
        }
        let reply = try await stub.reply(for: GetStubUser(id: "9"))
        #expect(reply.value == StubUser(id: "9"))
        #expect(reply.status == 203)
        #expect(reply.headers["link"] == "next")
        #expect(reply.source == .cache(age: .seconds(3)))
        #expect(reply.drops.count == 1)
    }

    @Test func `the last stub that fits wins`() async throws {
        stub.on(GetStubUser.self, throwing: .offline)
        stub.on("users/{}", returning: anna)
        #expect(try await stub.send(GetStubUser()) == anna)
        stub.on(GetStubUser.self) { _ in StubUser(id: "third") }
        #expect(try await stub.send(GetStubUser()) == StubUser(id: "third"))
    }

    // MARK: By name

    @Test(arguments: ["users", "/users"])
    func `a value endpoint is found by its name`(name: String) async throws {
        stub.on(name, returning: [anna])
        #expect(try await stub.send(.users(named: "a")) == [anna])
    }

    @Test func `a reply can be made of a value endpoint`() async throws {
        stub.onReply("users") { (request: Request<[StubUser]>) in
            Reply(value: request.query.items.map { StubUser(id: $0.value) }, status: 206)
        }
        #expect(try await stub.send(.users(named: "bea")) == [StubUser(id: "bea")])
        #expect(try await stub.send(.users(named: nil)) == [])
        #expect(try await stub.reply(for: .users(named: nil)).status == 206)
        stub.on(Request<[StubUser]>.self) { request in [StubUser(id: request.path.template)] }
        #expect(try await stub.send(.users(named: nil)) == [StubUser(id: "users")])
    }

    @Test func `methods that share a path are told apart`() async throws {
        stub.on("users/{}", method: .get, returning: anna)
        stub.on("users/{}", method: .delete, throwing: .sessionExpired)
        #expect(try await stub.send(GetStubUser()) == anna)
        await #expect(throws: NetworkError.sessionExpired) { try await stub.send(DeleteStubUser()) }
    }

    @Test func `an optional reply is found whether it is there or not`() async throws {
        stub.on("maybe", returning: anna as StubUser?)
        #expect(try await stub.send(Request<StubUser?>.get("maybe")) == anna)
        stub.on("maybe", returning: nil as StubUser?)
        #expect(try await stub.send(Request<StubUser?>.get("maybe")) == nil)
    }

    // MARK: Unmatched

    @Test func `a call without a stub says what to add`() async throws {
        let typed = await #expect(throws: UnmatchedRequest.self) { _ = try await stub.send(GetStubUser(id: "SECRET")) }
        let error = try #require(typed)
        #expect(error.endpointType == "GetStubUser")
        #expect(error.method == .get)
        #expect(error.template == "users/{}")
        let text = "\(error)"
        #expect(text.hasPrefix("No stub answers GET users/{} (GetStubUser). "))
        #expect(text.contains("stub.on(GetStubUser.self, returning: …)"))
        #expect(text.contains("StubUser"))
        #expect(!text.contains("SECRET"))
        #expect(error.localizedDescription == text)
        #expect(stub.calls.count == 1)
    }

    @Test func `a value endpoint without a stub is named by its template`() async throws {
        let error = await #expect(throws: UnmatchedRequest.self) { _ = try await stub.send(.users(named: "SECRET")) }
        let text = "\(try #require(error))"
        #expect(text.contains("GET users (Request<Array<StubUser>>)"))
        #expect(text.contains("stub.on(\"users\", returning: …)"))
        #expect(!text.contains("SECRET"))
    }

    @Test func `a stub of another type is not used, and the type is named`() async throws {
        stub.on("users/{}", returning: "a text")
        let error = await #expect(throws: UnmatchedRequest.self) { _ = try await stub.send(GetStubUser()) }
        #expect("\(try #require(error))".contains("a value of another type. Give it one of type StubUser"))
    }

    @Test func `a stub for the other kind of call is not used, and the difference is named`() async throws {
        stub.on(GetStubUser.self, returning: anna)
        let opened = await #expect(throws: UnmatchedRequest.self) {
            _ = try await stub.open(GetStubUser(), delivery: .streamed)
        }
        #expect("\(try #require(opened))".contains("stub.onOpen(GetStubUser.self) { … }"))
        stub.onOpen(DeleteStubUser.self) { _ in .response() }
        let sent = await #expect(throws: UnmatchedRequest.self) { try await stub.send(DeleteStubUser()) }
        #expect("\(try #require(sent))".contains("answers `open` alone"))
    }

    // MARK: Opening

    @Test func `an opened endpoint gets its bytes in the form it asks for`() async throws {
        let folder = try TemporaryFolder()
        stub.onOpen(GetStubUser.self) { endpoint in .text("bytes of \(endpoint.id)", headers: ["ETag": "1"]) }
        let whole = try await stub.open(GetStubUser(id: "1"), delivery: .buffered(limit: 100))
        #expect(whole.data == Data("bytes of 1".utf8))
        #expect(whole.headers["etag"] == "1")

        guard case .stream(let stream) = try await stub.open(GetStubUser(id: "2"), delivery: .streamed).body else {
            Issue.record("no stream")
            return
        }
        #expect(try await stream.collect(upTo: 100) == Data("bytes of 2".utf8))

        let file = folder.url.appending(path: "f")
        _ = try await stub.open(GetStubUser(id: "3"), delivery: .file(file))
        #expect(try Data(contentsOf: file) == Data("bytes of 3".utf8))
        #expect(stub.calls.map(\.delivery) == [.buffered(limit: 100), .streamed, .file(file)])
    }

    @Test func `an opened endpoint fails as it would at a server`() async throws {
        stub.onOpen("users/{}") { .json(#"{"code":"gone"}"#, status: 410) }
        let error = await #expect(throws: NetworkError.self) {
            _ = try await stub.open(GetStubUser(), delivery: .streamed)
        }
        guard case .server(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.status == 410)
        #expect(error.code == "gone")

        stub.onOpen("users/{}", method: .delete) { .failure(TransportError(.connectionLost, mayHaveBeenSent: true)) }
        await #expect(throws: NetworkError.connection(TransportError(.connectionLost, mayHaveBeenSent: true))) {
            _ = try await stub.open(DeleteStubUser(), delivery: .streamed)
        }
    }

    // MARK: Calls

    @Test func `calls are recorded with their names, types and options`() async throws {
        stub.on(GetStubUser.self, returning: anna)
        stub.on("users", returning: [anna])
        let own = CallOptions {
            $0.bodyLimit = 1
            $0.idempotency = .key("endpoint's")
        }
        _ = try await stub.send(
            GetStubUser(options: own), options: CallOptions { $0.idempotency = .key("call's") })
        _ = try await stub.send(.users(named: nil))
        let calls = await stub.calls(atLeast: 2)
        #expect(calls.map(\.name) == ["users/{}", "users"])
        #expect(calls.map(\.type) == ["GetStubUser", "Request<Array<StubUser>>"])
        #expect(calls.map(\.delivery) == [nil, nil])
        #expect(calls[0].options.bodyLimit == 1)
        #expect(calls[0].options.idempotency == .key("call's"))
        #expect("\(calls[0])" == "GET users/{} (GetStubUser)")
        #expect(!String(reflecting: calls[0]).contains("42"))
    }

    struct Mistake: Error {}

    @Test func `a stub's own error reaches nobody, because no client would throw it`() async throws {
        stub.on(GetStubUser.self) { _ in throw Mistake() }
        stub.onOpen(GetStubUser.self) { _ in throw Mistake() }
        for call in [
            { _ = try await stub.send(GetStubUser()) }, { _ = try await stub.open(GetStubUser(), delivery: .streamed) },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: NetworkError.self) { try await call() }
            guard case .invalidRequest(let sentence)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(sentence.contains("users/{}"))
            #expect(sentence.contains("Mistake"))
        }
    }

    // MARK: Cancellation

    @Test func `a held call leaves at once when it is cancelled`() async throws {
        let gate = Gate()
        stub.on(GetStubUser.self, returning: anna, heldBy: gate)
        let task = Task { try await stub.send(GetStubUser()) }
        await gate.waiting(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        #expect(try await stub.send(GetStubUser()) == anna)
    }

    @Test func `a failure can be held too`() async throws {
        let gate = Gate()
        stub.on(GetStubUser.self, throwing: .offline, heldBy: gate)
        let task = Task { try await stub.send(GetStubUser()) }
        await gate.waiting(atLeast: 1)
        gate.open()
        await #expect(throws: NetworkError.offline) { try await task.value }
    }

    @Test func `a call leaves at once even if its stub hears of no cancellation`() async throws {
        let (arrived, release) = (Gate(), Gate())
        stub.on(GetStubUser.self) { _ in
            arrived.open()
            await Task { try? await release.wait() }.value
            return StubUser(id: "late")
        }
        let task = Task { try await stub.send(GetStubUser()) }
        try await arrived.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        release.open()
    }

    @Test func `a call that was cancelled before is not recorded`() async throws {
        stub.on(GetStubUser.self, returning: anna)
        let go = Gate()
        let task = Task {
            try? await go.wait()
            return try await stub.send(GetStubUser())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stub.calls.isEmpty)
    }
}
