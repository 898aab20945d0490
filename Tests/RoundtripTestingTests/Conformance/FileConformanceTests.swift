import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// A body that goes into a file does so whole or not at all, on both roads. KIT-01, UP-03
@Suite(.timeLimit(.minutes(5))) struct `A body that goes into a file` {
    private let folder: TemporaryFolder
    private let destination: URL
    private let v1 = Data("the good version 1".utf8)
    private let v2 = Data.pattern(300_000)

    init() throws {
        folder = try TemporaryFolder()
        destination = folder.url.appending(path: "course.pdf")
        try v1.write(to: destination)
    }

    private func download(_ stage: Stage) async throws -> HTTPResponse {
        try await stage.client.open(Request<Void>.get("course"), delivery: .file(destination))
    }

    /// What stood at the destination is still there, and nothing else.
    private func expectUntouched(_ comment: Comment? = nil) throws {
        #expect(try Data(contentsOf: destination) == v1, comment)
        #expect(try folder.names == ["course.pdf"], comment)
    }

    // UP-03
    @Test(arguments: Road.allCases, [301, 404, 500])
    func `an error page is not saved`(road: Road, status: Int) async throws {
        let stage = try await Stage.on(road) { _ in
            .text("<html>", status: status, headers: ["Content-Type": "text/html", "Location": "/x"])
        }
        let response = try await stage.transport.send(HTTPRequest(url: stage.baseURL), delivery: .file(destination))
        #expect(response.status == status)
        #expect(response.data == Data("<html>".utf8))
        try expectUntouched()
    }

    // UP-03
    @Test(arguments: Road.allCases)
    func `an error page is the error of the call`(road: Road) async throws {
        let stage = try await Stage.on(road) { _ in .text("not here", status: 404) }
        let error = await #expect(throws: NetworkError.self) { _ = try await download(stage) }
        guard case .server(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.status == 404)
        #expect(error.body == Data("not here".utf8))
        try expectUntouched()
    }

    // UP-03
    @Test(arguments: Road.allCases)
    func `a body that is cut off is not saved`(road: Road) async throws {
        let v2 = v2
        let stage = try await Stage.on(road) { request in
            request.queryValues(for: "cut") == ["by length"]
                ? .response(headers: ["Content-Length": "\(v2.count)"], body: v2.dropLast(1))
                : .stream { writer in
                    try await writer.write(v2.dropLast(1))
                    throw TransportError(.truncatedBody, mayHaveBeenSent: true)
                }
        }
        for cut in ["by length", "by chunks"] {
            let error = await #expect(throws: NetworkError.self) {
                _ = try await stage.client.open(
                    Request<Void>.get("course", query: ["cut": cut]), delivery: .file(destination))
            }
            guard case .connection(let error)? = error else {
                Issue.record("\(cut): \(String(describing: error))")
                return
            }
            #expect(error.kind == .truncatedBody)
            try expectUntouched("\(cut)")
        }
    }

    // UP-03
    @Test(arguments: Road.allCases)
    func `a complete body takes the destination's place when the call returns, not before`(road: Road) async throws {
        let (v2, gate) = (v2, Gate())
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write(v2.dropLast(1))
                try await gate.wait()
                try await writer.write(v2.suffix(1))
            }
        }
        async let response = download(stage)
        await gate.waiting(atLeast: 1)
        #expect(try Data(contentsOf: destination) == v1)
        gate.open()
        guard case .file(let file) = try await response.body else {
            Issue.record("no file")
            return
        }
        #expect(file == destination)
        #expect(try Data(contentsOf: destination) == v2)
        #expect(try folder.names == ["course.pdf"])
    }

    @Test(arguments: Road.allCases, [0, 1])
    func `a body of any size makes a file, also where none was`(road: Road, size: Int) async throws {
        let stage = try await Stage.on(road) { _ in .response(body: .pattern(size)) }
        try FileManager.default.removeItem(at: destination)
        _ = try await download(stage)
        #expect(try Data(contentsOf: destination) == .pattern(size))
        #expect(try folder.names == ["course.pdf"])
    }

    // UP-03
    @Test(arguments: Road.allCases)
    func `a cancelled download leaves nothing behind`(road: Road) async throws {
        let (v2, gate) = (v2, Gate())
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write(v2)
                try await gate.wait()
            }
        }
        let task = Task { try await download(stage) }
        await gate.waiting(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        await stage.disconnects(atLeast: 1)
        try expectUntouched()
    }

    @Test(arguments: Road.allCases)
    func `a file that cannot be made is an error before the body has come`(road: Road) async throws {
        let gate = Gate()
        let stage = try await Stage.on(road) { _ in
            .stream { writer in
                try await writer.write("x")
                try await gate.wait()
            }
        }
        let missing = folder.url.appending(path: "no/such/folder/file")
        let error = await #expect(throws: NetworkError.self) {
            _ = try await stage.client.open(Request<Void>.get("course"), delivery: .file(missing))
        }
        #expect(error == .file(.missing))
        await stage.disconnects(atLeast: 1)
        try expectUntouched()
    }
}
