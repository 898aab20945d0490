import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// What a handler sees of a request is the same on both roads. KIT-01
@Suite(.timeLimit(.minutes(5))) struct `What a handler sees of a request` {
    /// The forms in which a body can be given.
    enum Form: CaseIterable {
        case data, file, stream, streamOfUnknownLength, oneShot, oneShotOfUnknownLength
    }

    private static let chunkSize = 100_000

    private func body(_ data: Data, as form: Form, in folder: TemporaryFolder) throws -> HTTPBody {
        let chunks = stride(from: 0, to: data.count, by: Self.chunkSize).map {
            data[$0..<min($0 + Self.chunkSize, data.count)]
        }
        return switch form {
        case .data: .data(data)
        case .file: .file(try folder.file(data))
        case .stream: .stream(length: data.count) { HTTPByteStream(chunks) }
        case .streamOfUnknownLength: .stream(length: nil) { HTTPByteStream(chunks) }
        case .oneShot: .oneShot(length: data.count, HTTPByteStream(chunks))
        case .oneShotOfUnknownLength: .oneShot(length: nil, HTTPByteStream(chunks))
        }
    }

    // KIT-01
    @Test(arguments: Road.allCases, Form.allCases)
    func `a body arrives in full in every form, for every method that has one`(road: Road, form: Form) async throws {
        let folder = try TemporaryFolder()
        let stage = try await Stage.on(road) { .text("\($0.body.count)") }
        for (method, size) in [(HTTPMethod.post, 1), (.put, 1 << 20), (.patch, 3 << 20 | 1), (.delete, 70_000)] {
            let data = Data.pattern(size, seed: UInt64(size))
            let request = Request<String>(
                method, "things", body: .body(try body(data, as: form, in: folder), contentType: "x/y"))
            #expect(try await stage.client.send(request) == "\(size)")
            let received = try #require(stage.received.last)
            #expect(received.method == method)
            #expect(received.body == data)
            #expect(received.headers["content-type"] == "x/y")
        }
    }

    @Test(arguments: Road.allCases, Form.allCases)
    func `a body of no bytes arrives as none`(road: Road, form: Form) async throws {
        let folder = try TemporaryFolder()
        let stage = try await Stage.on(road) { _ in .response(204) }
        let body = try body(Data(), as: form, in: folder)
        try await stage.client.send(Request<Void>(.post, "things", body: .body(body)))
        #expect(stage.received.map(\.body) == [Data()])
    }

    @Test(arguments: Road.allCases)
    func `a stream body is opened once for each request, and each carries all of it`(road: Road) async throws {
        let opened = Counter()
        let stage = try await Stage.on(road) { _ in .response(204) }
        let body = HTTPBody.stream(length: 3) {
            opened.add()
            return HTTPByteStream([Data("a".utf8), Data("bc".utf8)])
        }
        for _ in 1...2 { try await stage.client.send(Request<Void>(.put, "things", body: .body(body))) }
        #expect(opened.count == 2)
        #expect(stage.received.map(\.text) == ["abc", "abc"])
    }

    struct Broken: Error {}

    /// Bodies that cannot be sent as they say, and what the caller is told.
    static let brokenBodies: [(name: String, body: HTTPBody, error: NetworkError)] = [
        (
            "a missing file", .file(URL(filePath: "/nowhere/at/all")),
            .file(.missing)
        ),
        (
            "too short", .stream(length: 4) { HTTPByteStream([Data("abc".utf8)]) },
            .connection(TransportError(.uploadSource, mayHaveBeenSent: false))
        ),
        (
            "too long", .oneShot(length: 2, HTTPByteStream([Data("abc".utf8)])),
            .connection(TransportError(.uploadSource, mayHaveBeenSent: false))
        ),
        (
            "does not open", .stream(length: nil) { throw Broken() },
            .connection(TransportError(.uploadSource, mayHaveBeenSent: false))
        ),
        (
            "fails half-way", .stream(length: nil) { HTTPByteStream(next: { throw Broken() }) },
            .connection(TransportError(.uploadSource, mayHaveBeenSent: false))
        ),
        (
            "claims a cancellation", .stream(length: nil) { throw CancellationError() },
            .connection(TransportError(.uploadSource, mayHaveBeenSent: false))
        ),
    ]

    @Test(arguments: Road.allCases, 0..<brokenBodies.count)
    func `a body that cannot be read is never sent`(road: Road, index: Int) async throws {
        let (name, body, expected) = Self.brokenBodies[index]
        let stage = try await Stage.on(road) { _ in .response(204) }
        let error = await #expect(throws: NetworkError.self, "\(name)") {
            try await stage.client.send(Request<Void>(.post, "things", body: .body(body)))
        }
        #expect(error == expected, "\(name)")
        #expect(stage.received.isEmpty, "\(name)")
    }

    // KIT-01: a name's case is promised by neither road, because URLSession changes it
    @Test(arguments: Road.allCases)
    func `headers are found whatever the case of their names`(road: Road) async throws {
        let stage = try await Stage.on(road) { request in
            .response(204, headers: ["X-ReSpOnSe": request.headers["x-rEqUeSt"] ?? "none"])
        }
        let reply = try await stage.client.reply(
            for: Request<Void>(.get, "things", headers: ["X-rEQuest": "Va lUe; a=\"b\""]))
        #expect(reply.headers["x-response"] == "Va lUe; a=\"b\"")
        #expect(reply.headers["X-RESPONSE"] == "Va lUe; a=\"b\"")
    }

    @Test(arguments: Road.allCases)
    func `headers of one name read as one list`(road: Road) async throws {
        let stage = try await Stage.on(road) { request in
            .response(204, headers: ["Warning": "1", "Vary": request.headers["X-Many"] ?? "none", "Warning": "2"])
        }
        let reply = try await stage.client.reply(
            for: Request<Void>(.get, "things", headers: ["X-Many": "a", "X-Other": "b", "x-many": "c"]))
        #expect(reply.headers["Vary"]?.filter { $0 != " " } == "a,c")
        #expect(reply.headers["WARNING"]?.filter { $0 != " " } == "1,2")
    }

    @Test(arguments: Road.allCases)
    func `the target is the same, percent signs and all`(road: Road) async throws {
        let stage = try await Stage.on(road, path: "/a%20b/v1") { _ in .response(204) }
        let id = "é/?#%2F;"
        try await stage.client.send(Request<Void>(.get, "x/\(id)/y;z=1,2", query: ["q": "a+b &=", "e": ""]))
        let received = try #require(stage.received.first)
        #expect(received.target == "/a%20b/v1/x/%C3%A9%2F%3F%23%252F%3B/y;z=1,2?q=a%2Bb%20%26%3D&e=")
        #expect(received.path == "/a%20b/v1/x/%C3%A9%2F%3F%23%252F%3B/y;z=1,2")
        #expect(received.queryValues(for: "q") == ["a+b &="])
        #expect(received.queryValues(for: "e") == [""])
    }
}

/// A count that closures of a test share.
final class Counter: Sendable {
    private let value = Locked(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
