import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// A request whose answer is lost reaches the server once, although libcurl repeats what fails on a used connection.
@Suite(.timeLimit(.minutes(5))) struct `A POST whose answer is lost` {
    enum Loss: CaseIterable {
        case closed, reset, closedInTheHead

        var answer: LoopbackServer.Response {
            switch self {
            case .closed: .closeWithoutAnswer
            case .reset: .reset()
            case .closedInTheHead: .raw(Data("HTTP/1.1 2".utf8))
            }
        }
    }

    private static let unsafe = [HTTPMethod.post, .patch, HTTPMethod(rawValue: "MERGE")]

    private func rig(_ loss: Loss) async throws -> LiveRig {
        try await LiveRig { $0.path == "/order" ? loss.answer : .text("ok") }
    }

    /// Leaves connections behind that the server keeps open.
    private func warmUp(_ rig: LiveRig) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for method in [HTTPMethod.get, .put, .post, .get, .patch, .get] {
                group.addTask { _ = try await rig.send(method, "/warm") }
            }
            try await group.waitForAll()
        }
    }

    // RETRY-03 (a)
    @Test(arguments: Loss.allCases, unsafe)
    func `arrives exactly once, also beside connections that are kept alive`(loss: Loss, method: HTTPMethod)
        async throws
    {
        let rig = try await rig(loss)
        for round in 1...5 {
            try await warmUp(rig)
            let body = HTTPBody.data(Data("order \(round)".utf8))
            let error = await #expect(throws: TransportError.self) {
                _ = try await rig.transport.send(
                    rig.request(method, "/order", body: body), delivery: .buffered(limit: 100))
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.mayHaveBeenSent == true)
        }
        // An answer after them all: whatever was sent a second time would have come before it.
        _ = try await rig.send(.get, "/last")
        let orders = rig.server.received.filter { $0.path == "/order" }.map(\.text)
        #expect(orders == (1...5).map { "order \($0)" })
    }

    @Test(arguments: Loss.allCases)
    func `arrives exactly once in every form of body`(loss: Loss) async throws {
        let rig = try await rig(loss)
        let data = Data("order".utf8)
        let file = FileManager.default.temporaryDirectory.appending(path: "order-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let bodies: [HTTPBody] = [
            .data(data), .file(file), .stream(length: nil) { HTTPByteStream([data]) },
            .oneShot(length: data.count, HTTPByteStream([data])), .none,
        ]
        for body in bodies {
            try await warmUp(rig)
            await #expect(throws: TransportError.self) {
                _ = try await rig.transport.send(
                    rig.request(.post, "/order", body: body), delivery: .buffered(limit: 100))
            }
        }
        _ = try await rig.send(.get, "/last")
        #expect(
            rig.server.received.filter { $0.path == "/order" }.map(\.text) == ["order", "order", "order", "order", ""])
    }

    @Test func `that is answered keeps its connection from the others`() async throws {
        let rig = try await LiveRig { _ in .text("ok") }
        for _ in 1...3 { _ = try await rig.send(.post) }
        #expect(Set(rig.server.received.map(\.connection)).count == 3)
    }

    /// A repetition does no harm here, so connections are used again.
    @Test(arguments: [HTTPMethod.get, .put, .delete])
    func `is unlike an idempotent request, which may arrive again`(method: HTTPMethod) async throws {
        let rig = try await rig(.closed)
        for _ in 1...3 { _ = try await rig.send(method, "/warm") }
        #expect(Set(rig.server.received.map(\.connection)).count == 1)
        await #expect(throws: TransportError.self) { _ = try await rig.send(method, "/order") }
        _ = try await rig.send(.get, "/last")
        #expect((1...2).contains(rig.server.received.filter { $0.path == "/order" }.count))
    }
}
