import BothRoads
import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

@Suite struct `Token file` {
    private let folder: URL
    private let file: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("tokens")
    }

    private func session(_ number: Int = 1) -> StoredSession {
        StoredSession(
            id: SessionID(rawValue: "A"),
            tokens: Tokens(
                accessToken: "T\(number)", refreshToken: "R\(number)",
                receivedAt: Date(timeIntervalSince1970: 1_700_000_000.25), lifetime: .milliseconds(1500)))
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test func `what is saved is read back, and nothing is read after it was cleared`() async throws {
        let database = FileTokenDatabase(file)
        #expect(try await database.load() == nil)
        try await database.save(session())
        #expect(try await FileTokenDatabase(file).load() == session())
        try await database.save(session(2))
        #expect(try await database.load() == session(2))
        #expect(try names == ["tokens"])
        try await database.clear()
        try await database.clear()
        #expect(try await database.load() == nil)
        #expect(try names.isEmpty)
    }

    @Test func `only the owner can read the file, and one that others can read is refused`() async throws {
        let database = FileTokenDatabase(file)
        try await database.save(session())
        let mode = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int)
        #expect(mode == 0o600)
        for open in [0o640, 0o604, 0o660, 0o601] {
            try FileManager.default.setAttributes([.posixPermissions: open], ofItemAtPath: file.path)
            await #expect(throws: TokenDatabaseError.self) { try await database.load() }
        }
        try await database.save(session(2))
        #expect(try await database.load() == session(2))
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["a pipe", "a folder", "a file without end"])
    func `what is no token file is an error at once`(kind: String) async throws {
        switch kind {
        case "a pipe": try #require(mkfifo(file.path, 0o600) == 0)
        case "a folder": try #require(mkdir(file.path, 0o700) == 0)
        default:
            try #require(FileManager.default.createFile(atPath: file.path, contents: nil))
            try #require(chmod(file.path, 0o600) == 0)
            try #require(truncate(file.path, 1 << 42) == 0)
        }
        await #expect(throws: TokenDatabaseError.self) { try await FileTokenDatabase(file).load() }
    }

    @Test(arguments: ["", "{", "null", "[]", #"{"id":"A"}"#, "\u{0}\u{1}"])
    func `a damaged file is an error, not a sign-out, and a sign-in replaces it`(content: String) async throws {
        try Data(content.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let database = FileTokenDatabase(file)
        await #expect(throws: TokenDatabaseError.self) { try await database.load() }
        try await database.save(session())
        #expect(try await database.load() == session())
    }

    @Test func `a folder that is not there is an error that names no path`() async throws {
        let database = FileTokenDatabase(folder.appendingPathComponent("SECRETUSER/tokens"))
        let error = await #expect(throws: TokenDatabaseError.self) { try await database.save(session()) }
        #expect(!String(reflecting: error).contains("SECRETUSER"))
        #expect(try await database.load() == nil)
    }

    @Test func `what is stored is looked at when the new file is safely on the disk, right before it takes its place`()
        async throws
    {
        let database = FileTokenDatabase(file)
        try await database.save(session())
        try await database.save(session(2)) { [folder, self] stored in
            #expect(stored == session())
            let written = try #require(try names.first { $0 != "tokens" })
            let data = try Data(contentsOf: folder.appendingPathComponent(written))
            #expect(try JSONDecoder().decode(StoredSession.self, from: data) == session(2))
        }
        #expect(try await database.load() == session(2))
        #expect(try names == ["tokens"])
    }

    @Test func `an objection leaves everything as it was, and is the error`() async throws {
        struct Objection: Error {}
        let database = FileTokenDatabase(file)
        try await database.save(session())
        await #expect(throws: Objection.self) {
            try await database.save(session(2)) { _ in throw Objection() }
        }
        #expect(try await database.load() == session())
        #expect(try names == ["tokens"])
        try Data("damaged".utf8).write(to: file)
        await #expect(throws: TokenDatabaseError.self) { try await database.save(session(2)) { _ in } }
        #expect(try Data(contentsOf: file) == Data("damaged".utf8))
        #expect(try names == ["tokens"])
    }

    @Test func `a hundred savers at once leave one whole session and nothing else`() async throws {
        let database = FileTokenDatabase(file)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { try await database.save(session(number)) }
                group.addTask { _ = try await database.load() }
            }
            try await group.waitForAll()
        }
        let last = try #require(try await database.load())
        #expect((0..<100).contains { session($0) == last })
        #expect(try names == ["tokens"])
    }
}

@Suite struct `Session lock between processes` {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).lock")
    private let clock = TestClock()

    /// A second holder that waits; it looks again every 20 ms of virtual time.
    private func waiting(_ lock: FileSessionLock, sleepers: Int) async -> Task<@Sendable () -> Void, any Error> {
        let task = Task { try await lock.acquire() }
        await clock.sleepers(atLeast: sleepers)
        return task
    }

    @Test func `two holders exclude each other, also in one process, and waiting takes virtual time alone`()
        async throws
    {
        let first = FileSessionLock(url, time: clock)
        let second = FileSessionLock(url, time: clock)
        let release = try await first.acquire()
        let task = await waiting(second, sleepers: 2)  // the longest hold of the first, and the wait of the second
        clock.advance(by: .milliseconds(20))
        await clock.sleepers(atLeast: 2)
        release()
        release()
        clock.advance(by: .milliseconds(20))
        let releaseSecond = try await task.value
        releaseSecond()
    }

    @Test func `a waiter that is cancelled leaves at once and takes nothing`() async throws {
        let lock = FileSessionLock(url, time: clock)
        let release = try await lock.acquire()
        let task = await waiting(lock, sleepers: 2)
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        release()
        let again = try await lock.acquire()
        again()
    }

    @Test func `nobody holds it for longer than the longest hold`() async throws {
        let lock = FileSessionLock(url, longestHold: .seconds(30), time: clock)
        let release = try await lock.acquire()
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        let task = Task { try await lock.acquire() }
        // The hold ends in a task of its own; until it has, the second one looks again and again.
        let second = Locked<(@Sendable () -> Void)?>(nil)
        let done = Gate()
        let watcher = Task {
            let value = try await task.value
            second.withLock { $0 = value }
            done.open()
        }
        while !done.isOpen {
            clock.advance(by: .milliseconds(20))
            await Task.yield()
        }
        try await watcher.value
        release()
        second.withLock { $0 }?()
    }

    @Test func `a lock file that cannot be made is an error`() async throws {
        let lock = FileSessionLock(url.appendingPathComponent("no/such/folder"), time: clock)
        await #expect(throws: TokenDatabaseError.self) { _ = try await lock.acquire() }
    }
}
