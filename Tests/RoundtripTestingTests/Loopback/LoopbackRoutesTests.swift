import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoopbackRoutesTests {
    private static let routes = LoopbackServer.Routes { routes in
        routes.get("courses/{id}") { _, parameters in .text("course \(parameters["id"] ?? "-")") }
        routes.get("/courses/{id}/lessons/{lesson}") { _, parameters in
            .text(parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " "))
        }
        routes.get("courses/new") { _, _ in .text("never reached") }
        routes.post("courses") { request, _ in .text("made \(request.text)", status: 201) }
        routes.put("courses/{id}") { _, _ in .text("put") }
        routes.patch("courses/{id}") { _, _ in .text("patched") }
        routes.delete("courses/{id}") { _, _ in .text("deleted") }
        routes.on(.head, "probe") { _, _ in .status(202) }
        routes.get("probe") { _, _ in .status(200) }
        routes.get("") { _, _ in .text("root") }
    }

    @Test(
        arguments: [
            ("GET", "/courses/42", 200, "course 42"),
            ("GET", "/courses/42?expand=all", 200, "course 42"),
            ("GET", "/courses/a%2Fb", 200, "course a/b"),
            ("GET", "/courses/%E2%82%AC", 200, "course €"),
            ("GET", "/courses/%zz", 200, "course %zz"),
            ("GET", "/courses/new", 200, "course new"),
            ("GET", "/courses/1/lessons/2", 200, "id=1 lesson=2"),
            ("GET", "/", 200, "root"),
            ("POST", "/courses", 201, "made x"),
            ("PUT", "/courses/1", 200, "put"),
            ("PATCH", "/courses/1", 200, "patched"),
            ("DELETE", "/courses/1", 200, "deleted"),
            ("GET", "/courses/", 404, nil),
            ("GET", "/courses/42/", 404, nil),
            ("GET", "/Courses/42", 404, nil),
            ("GET", "/nowhere", 404, nil),
            ("POST", "/courses/42", 405, nil),
            ("GET", "/courses", 405, nil),
        ] as [(String, String, Int, String?)]
    )
    func `a request goes to the route of its method and path`(
        method: String,
        target: String,
        status: Int,
        text: String?
    ) async throws {
        let server = try await LoopbackServer.start(routes: Self.routes)
        let client = try RawClient(port: server.port)
        try await client.send("\(method) \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx")
        let answer = try await client.answer()
        #expect(answer.status == status)
        if let text { #expect(answer.text == text) }
        #expect(server.received.map(\.target) == [target])
    }

    @Test func `what other methods a path has is told`() async throws {
        let server = try await LoopbackServer.start(routes: Self.routes)
        let client = try RawClient(port: server.port)
        try await client.send("POST /courses/1 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.answer().header("Allow") == "GET, PUT, PATCH, DELETE")
    }

    @Test(arguments: [("/courses/42", 200), ("/probe", 202), ("/courses", 405)])
    func `HEAD is answered by the route for GET unless it has its own`(target: String, status: Int) async throws {
        let server = try await LoopbackServer.start(routes: Self.routes)
        let client = try RawClient(port: server.port)
        try await client.send("HEAD \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.answer(withBody: false).status == status)
    }
}
