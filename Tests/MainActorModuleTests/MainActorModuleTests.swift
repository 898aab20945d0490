import Foundation
import Roundtrip
import RoundtripTesting
import Testing

// This module's default isolation is the main actor: what stands here without an annotation belongs to it.

/// Tells whether code runs on the main actor: its executor is the main queue, whichever thread serves that.
nonisolated enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

    static var isCurrent: Bool {
        _ = mark
        return DispatchQueue.getSpecific(key: key) == true
    }
}

/// A model is written `nonisolated`. It notes where it was decoded.
nonisolated struct Lesson: Decodable, Sendable, Equatable {
    let title: String
    let wasDecodedOnMainActor: Bool

    enum CodingKeys: String, CodingKey { case title }

    init(title: String) {
        self.title = title
        wasDecodedOnMainActor = false
    }

    init(from decoder: any Decoder) throws {
        title = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
        wasDecodedOnMainActor = MainQueue.isCurrent
    }
}

/// An endpoint needs no annotation.
struct GetLesson: Endpoint {
    typealias Response = Lesson
    let id: Int
    var path: EndpointPath { "lessons/\(id)" }
    var query: RequestQuery { ["full": true] }
    var options: CallOptions { CallOptions { $0.attemptTimeout = .seconds(5) } }
}

struct SendAnswer: Endpoint {
    typealias Response = Void
    let text: String
    var method: HTTPMethod { .post }
    var path: EndpointPath { "answers" }
    var body: RequestBody { .encoded(["text": text]) }
}

extension Request where Response == [Lesson] {
    static func lessons(page: Int) -> Self { .get("lessons", query: ["page": page]) }
}

@Suite struct `A module whose default isolation is the main actor` {
    private func client(_ transport: ScriptedTransport) throws -> APIClient {
        let url = try #require(URL(string: "https://api.example"))
        return APIClient(ClientConfiguration(environment: .production(url), transport: transport))
    }

    @Test func `sends endpoints and reads models without further ado`() async throws {
        let transport = ScriptedTransport([
            .json(#"{"title":"Knots"}"#), .response(204), .json(#"[{"title":"Knots"},{"title":"Bends"}]"#),
        ])
        let client = try client(transport)
        #expect(try await client.send(GetLesson(id: 7)).title == "Knots")
        try await client.send(SendAnswer(text: "yes"))
        #expect(try await client.send(.lessons(page: 2)).count == 2)
        #expect(transport.received.map(\.target) == ["/lessons/7?full=true", "/answers", "/lessons?page=2"])
    }

    @Test func `decodes off the main actor, although the caller is on it`() async throws {
        MainActor.assertIsolated()
        #expect(MainQueue.isCurrent)
        let client = try client(ScriptedTransport { _ in .json(#"{"title":"Knots"}"#) })
        let lesson = try await client.send(GetLesson(id: 7))
        #expect(!lesson.wasDecodedOnMainActor)
        let decoded = try await JSONResponseDecoder().decode(Lesson.self, from: Data(#"{"title":"Knots"}"#.utf8))
        #expect(!decoded.wasDecodedOnMainActor)
        MainActor.assertIsolated()
    }

    @Test func `is answered by a stub without any JSON`() async throws {
        let stub = StubClient()
        stub.on(GetLesson.self) { endpoint in Lesson(title: "Lesson \(endpoint.id)") }
        let client: any HTTPClient = stub
        #expect(try await client.send(GetLesson(id: 3)).title == "Lesson 3")
    }
}
