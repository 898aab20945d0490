import BothRoads
import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// What goes over the wire for each form of body; that all bytes arrive stands in the conformance suites.
@Suite(.timeLimit(.minutes(5))) struct `An upload` {
    @Test(arguments: [0, 1, 5 << 20])
    func `has the length of its bytes in every form`(size: Int) async throws {
        let folder = try TemporaryFolder()
        let data = Data.pattern(size)
        let rig = try await LiveRig { _ in .status(204) }
        let bodies: [HTTPBody] = [
            .data(data), .file(try folder.file(data)), .stream(length: size) { HTTPByteStream([data]) },
            .stream(length: nil) { HTTPByteStream([data]) }, .oneShot(length: nil, HTTPByteStream([data])),
        ]
        for body in bodies {
            _ = try await rig.transport.send(rig.request(.post, body: body), delivery: .buffered(limit: 10))
            let received = try #require(rig.server.received.last)
            #expect(received.headers.values(for: "Content-Length") == ["\(size)"], "\(body)")
            #expect(!received.headers.contains("Transfer-Encoding"), "\(body)")
            #expect(received.body == data, "\(body)")
        }
    }

    @Test func `without a body says so`() async throws {
        let rig = try await LiveRig { _ in .status(204) }
        for method in [HTTPMethod.post, .put, .patch] {
            _ = try await rig.send(method)
            #expect(rig.server.received.last?.headers["Content-Length"] == "0")
        }
    }

    @Test func `that comes as a stream is kept where only its owner can read it, and gone afterwards`() async throws {
        let marker = Data(UUID().uuidString.utf8)
        let modes = Locked([Int?]())
        let look: @Sendable () -> Void = { modes.withLock { $0 += Self.modesOfTemporaryFiles(beginningWith: marker) } }
        let rig = try await LiveRig { _ in
            look()
            return .status(204)
        }
        let chunks = Locked([marker, Data("rest".utf8)][...])
        let body = HTTPByteStream(next: {
            let chunk = chunks.withLock { $0.popFirst() }
            if chunk != marker { look() }
            return chunk
        })
        _ = try await rig.transport.send(
            rig.request(.post, body: .oneShot(length: nil, body)), delivery: .buffered(limit: 10))
        // While the second chunk was awaited, then the end, then the answer.
        #expect(modes.withLock { $0 } == [0o600, 0o600, 0o600])
        #expect(Self.modesOfTemporaryFiles(beginningWith: marker).isEmpty)
    }

    private static func modesOfTemporaryFiles(beginningWith marker: Data) -> [Int?] {
        let folder = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".download") || $0.hasSuffix(".upload") }.compactMap { name -> Int?? in
            let path = folder.appending(path: name).path
            guard FileManager.default.contents(atPath: path)?.starts(with: marker) == true else { return nil }
            return .some(try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
    }

    static let unreadable: [(body: HTTPBody, kind: TransportError.Kind)] = [
        (.file(URL(filePath: "/nowhere/at/all")), .file(.missing)),
        (.file(URL(filePath: "/dev/null/x")), .file(.missing)),
        (.stream(length: 3) { HTTPByteStream([Data("12".utf8)]) }, .uploadSource),
        (.oneShot(length: 1, HTTPByteStream([Data("12".utf8)])), .uploadSource),
        (.stream(length: -1) { HTTPByteStream([]) }, .uploadSource),
        (.oneShot(length: .max, HTTPByteStream([Data("12".utf8)])), .uploadSource),
    ]

    @Test(arguments: 0..<unreadable.count, [HTTPMethod.post, .put])
    func `that cannot be read is not sent`(index: Int, method: HTTPMethod) async throws {
        let (body, kind) = Self.unreadable[index]
        let rig = try await LiveRig { _ in .status(204) }
        await #expect(throws: TransportError(kind, mayHaveBeenSent: false)) {
            _ = try await rig.transport.send(rig.request(method, body: body), delivery: .buffered(limit: 10))
        }
        #expect(rig.server.connectionCount == 0)
    }

    @Test func `of a pipe or device is not sent, and nobody waits for its end`() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.url.appending(path: "pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let rig = try await LiveRig { _ in .status(204) }
        for file in [pipe, URL(filePath: "/dev/zero")] {
            await #expect(throws: TransportError(.file(.other(code: Int(EINVAL))), mayHaveBeenSent: false)) {
                _ = try await rig.transport.send(rig.request(.put, body: .file(file)), delivery: .buffered(limit: 10))
            }
        }
        #expect(rig.server.connectionCount == 0)
    }

    @Test func `of a folder is not sent`() async throws {
        let folder = try TemporaryFolder()
        let rig = try await LiveRig { _ in .status(204) }
        await #expect(throws: TransportError(.file(.other(code: Int(EISDIR))), mayHaveBeenSent: false)) {
            _ = try await rig.transport.send(rig.request(.put, body: .file(folder.url)), delivery: .buffered(limit: 10))
        }
        #expect(rig.server.connectionCount == 0)
    }
}
