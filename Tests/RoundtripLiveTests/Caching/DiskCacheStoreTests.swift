import BothRoads
import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

@Suite struct `Disk cache store` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let (a, b) = (SessionID(rawValue: "A"), SessionID(rawValue: "B"))

    private func key(_ path: String, _ partition: CachePartition = .anonymous) -> CacheKey {
        CacheKey(partition: partition, url: "https://api.example/\(path)")
    }

    private func response(_ body: String, foo: String? = nil) -> StoredResponse {
        StoredResponse(
            status: 200, headers: ["Content-Type": "text/plain", "ETag": "W/\"é😀\""], body: Data(body.utf8),
            selection: CacheSelection(values: foo.map { ["foo": $0] } ?? [:]),
            requestDate: Date(timeIntervalSinceReferenceDate: 1.25),
            responseDate: Date(timeIntervalSinceReferenceDate: 2.5))
    }

    /// All files of the store, below its folder.
    private func files() throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
            .map { folder.url.appendingPathComponent($0) }
            .filter { (try? FileManager.default.contentsOfDirectory(atPath: $0.path)) == nil }
    }

    @Test func `what is kept is there after a restart, as it was`() async throws {
        var headers: HTTPHeaders = ["Set-Cookie": "a=b", "X": ""]
        headers.add("Set-Cookie", "c=d")
        var kept = response("a")
        kept.headers = headers
        let store = DiskCacheStore(folder: folder.url)
        await store.save(kept, for: key("x"))
        await store.save(response("b", foo: "1"), for: key("x"))
        await store.save(response("c", foo: "1"), for: key("x"))
        let again = DiskCacheStore(folder: folder.url)
        #expect(await again.responses(for: key("x")) == [kept, response("c", foo: "1")])
        #expect(await again.responses(for: key("y")).isEmpty)
        #expect(await again.responses(for: key("x", .session(Self.a))).isEmpty)
        await again.remove(key("x"))
        #expect(await again.responses(for: key("x")).isEmpty)
        #expect(try files().isEmpty)
    }

    @Test func `files can be read by their owner alone, and no name tells a URL or a user`() async throws {
        let store = DiskCacheStore(folder: folder.url)
        await store.save(response("a"), for: key("MARK1", .session(SessionID(rawValue: "MARK2"))))
        let files = try files()
        #expect(files.count == 1)
        for file in files {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(!file.path.contains("MARK"))
            let content = try Data(contentsOf: file)
            #expect(content.range(of: Data("MARK".utf8)) == nil)
        }
    }

    // CACHE-01
    @Test func `the end of a session removes its files, those of an earlier process too`() async throws {
        let before = DiskCacheStore(folder: folder.url)
        for partition in [CachePartition.anonymous, .session(Self.a), .session(Self.b)] {
            await before.save(response("x"), for: key("x", partition))
        }
        let store = DiskCacheStore(folder: folder.url)
        await store.removeSessions(except: Self.b)
        #expect(await store.responses(for: key("x", .session(Self.a))).isEmpty)
        #expect(await store.responses(for: key("x", .session(Self.b))).count == 1)
        #expect(try files().count == 2)
        await store.removeSessions(except: nil)
        #expect(try files().count == 1)
        await store.removeAll()
        #expect(try files().isEmpty)
        await store.save(response("y"), for: key("x"))
        #expect(await store.responses(for: key("x")) == [response("y")])
    }

    @Test func `what was not used for longest gives way, over restarts`() async throws {
        let body = String(repeating: "x", count: 1000)
        let store = DiskCacheStore(folder: folder.url, byteLimit: 20_000)
        for number in 0..<10 { await store.save(response(body), for: key("\(number)")) }
        _ = await store.responses(for: key("0"))
        let again = DiskCacheStore(folder: folder.url, byteLimit: 20_000)
        for number in 10..<30 {
            await again.save(response(body), for: key("\(number)"))
            _ = await again.responses(for: key("0"))
        }
        let sizes = try files().map { try FileManager.default.attributesOfItem(atPath: $0.path)[.size] as? Int ?? 0 }
        #expect(sizes.reduce(0, +) <= 20_000 && sizes.count > 10)
        #expect(await again.responses(for: key("0")).count == 1)
        #expect(await again.responses(for: key("1")).isEmpty)
        #expect(await again.responses(for: key("29")).count == 1)
    }

    @Test func `an entry over a quarter of the limit is not kept, and what it replaces goes`() async throws {
        let store = DiskCacheStore(folder: folder.url, byteLimit: 4000)
        await store.save(response("a"), for: key("x"))
        await store.save(response(String(repeating: "x", count: 2000)), for: key("x"))
        #expect(try files().isEmpty)
    }

    @Test func `a damaged or half-written entry is a miss and is removed`() async throws {
        let store = DiskCacheStore(folder: folder.url)
        await store.save(response("a", foo: "1"), for: key("x"))
        await store.save(response("body", foo: "2"), for: key("x"))
        let file = try #require(try files().first)
        let whole = try Data(contentsOf: file)
        var damaged = (0..<whole.count).map { whole.prefix($0) }
        damaged += (0..<whole.count).map { place in
            var bytes = whole
            bytes[place] ^= 1
            return bytes
        }
        damaged += [whole + Data([0]), whole + whole, Data(repeating: 0xFF, count: 100)]
        for content in damaged {
            try content.write(to: file)
            #expect(await store.responses(for: key("x")).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
        try whole.write(to: file)
        #expect(await store.responses(for: key("x")).count == 2)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["a pipe", "a file without end"])
    func `what is no entry is a miss at once, and the next entry takes its place`(kind: String) async throws {
        let store = DiskCacheStore(folder: folder.url)
        await store.save(response("a"), for: key("x"))
        let file = try #require(try files().first)
        try FileManager.default.removeItem(at: file)
        if kind == "a pipe" {
            try #require(mkfifo(file.path, 0o600) == 0)
        } else {
            try #require(FileManager.default.createFile(atPath: file.path, contents: nil))
            try #require(truncate(file.path, 1 << 42) == 0)
        }
        #expect(await store.responses(for: key("x")).isEmpty)
        await store.save(response("b"), for: key("x"))
        #expect(await store.responses(for: key("x")) == [response("b")])
    }

    @Test func `what cannot be written is not kept, and nothing fails`() async throws {
        let file = folder.url.appendingPathComponent("no folder")
        try Data("x".utf8).write(to: file)
        let store = DiskCacheStore(folder: file)
        await store.save(response("a"), for: key("x"))
        #expect(await store.responses(for: key("x")).isEmpty)
        await store.removeSessions(except: nil)
        await store.removeAll()
        #expect(try Data(contentsOf: file) == Data("x".utf8))
    }

    @Test func `a hundred writers and readers at once see whole entries`() async throws {
        let stores = [DiskCacheStore(folder: folder.url), DiskCacheStore(folder: folder.url)]
        let sizes = [10, 1000, 50_000]
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let store = stores[number % 2]
                    for round in 0..<10 {
                        let key = key("\(round)")
                        if number.isMultiple(of: 4) {
                            let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
                            await store.save(response(String(repeating: letter, count: sizes[round % 3])), for: key)
                        } else {
                            for found in await store.responses(for: key) {
                                #expect(found.body.count == sizes[round % 3] && Set(found.body).count == 1)
                            }
                        }
                    }
                }
            }
        }
        for round in 0..<10 { #expect(await stores[0].responses(for: key("\(round)")).count == 1) }
    }

    @Test func `after a kill in the midst of writing every entry is whole or absent`() async throws {
        let outcome = try await ChildProcess.runAlone("RoundtripCacheProcess", [folder.url.path, "1000"])
        // It ends itself with SIGKILL, while half of its writers still write.
        #expect(outcome.status == SIGKILL)
        let store = DiskCacheStore(folder: folder.url)
        var found = 0
        for number in 0..<1000 {
            for response in await store.responses(for: key("\(number)")) {
                found += 1
                #expect(response.body == Data(repeating: UInt8(truncatingIfNeeded: number), count: 10_000 + number))
            }
        }
        print("after the kill: \(found) of 1,000 entries, all whole")
        #expect(found > 100 && found < 1000)
        await store.save(response("a"), for: key("x"))
        #expect(await store.responses(for: key("x")) == [response("a")])
        #expect(try !files().contains { $0.path.contains("unfinished") })
    }

    // LOG-01, LOG-02, CACHE-01
    @Test func `nothing that proves who asks, and no no-store answer, gets to the disk`() async throws {
        let transport = ScriptedTransport { request in
            let isSecret = request.path == "/secret"
            return .response(
                headers: [
                    "Cache-Control": isSecret ? "no-store, max-age=60" : "max-age=60",
                    "Vary": "Authorization, Cookie, X-Api-Key",
                ], body: Data((isSecret ? "BODYMARK" : "an answer").utf8))
        }
        let base = try #require(URL(string: "https://api.example"))
        var configuration = ClientConfiguration(environment: .production(base), transport: transport)
        configuration.cache = HTTPCache(store: DiskCacheStore(folder: folder.url))
        configuration.credential = TokenRepository(
            database: InMemoryTokenDatabase(
                StoredSession(
                    id: SessionID(rawValue: "SESSIONMARK"),
                    tokens: Tokens(accessToken: "ACCESSMARK", refreshToken: "REFRESHMARK", receivedAt: .now))),
            refresher: JSONTokenRefresher(configuration.tokenEndpoint))
        let client = APIClient(configuration)
        let credentials: [HTTPHeaders] = [
            [:], ["Authorization": "Basic BASICMARK"], ["Cookie": "sid=COOKIEMARK"], ["X-Api-Key": "KEYMARK"],
        ]
        for headers in credentials {
            for path in ["PATHMARK", "secret"] {
                let request = Request<Data>(
                    .get, "\(path)", query: ["password": "QUERYMARK"], headers: headers)
                _ = try await client.send(request)
            }
        }
        _ = try await client.send(Request<Data>.post("orders", body: ["card": "POSTMARK"]))
        let contents = try files().map { try Data(contentsOf: $0) + Data($0.path.utf8) }
        #expect(contents.count == 1)
        #expect(contents.contains { $0.range(of: Data("an answer".utf8)) != nil })
        #expect(!contents.contains { $0.range(of: Data("MARK".utf8)) != nil })
    }
}
