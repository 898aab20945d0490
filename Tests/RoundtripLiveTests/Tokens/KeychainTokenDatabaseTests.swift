import Foundation
import Roundtrip
import Testing

@testable import RoundtripLive

/// Answers with the Keychain's own status codes.
private final class FakeKeychain: KeychainItems {
    private struct State {
        var data: Data?
        var statuses: [Int32] = []
        var log: [String] = []
        var addedBehindOurBack = false
    }

    private let state = Locked(State())

    var data: Data? {
        get { state.withLock { $0.data } }
        set { state.withLock { $0.data = newValue } }
    }
    var log: [String] { state.withLock { $0.log } }

    func next(_ status: Int32) { state.withLock { $0.statuses.append(status) } }
    func addBehindOurBack() { state.withLock { $0.addedBehindOurBack = true } }

    private func run(_ name: String, _ body: (inout State) -> Int32) -> Int32 {
        state.withLock { state in
            state.log.append(name)
            return state.statuses.isEmpty ? body(&state) : state.statuses.removeFirst()
        }
    }

    func copy(_ item: KeychainItem) -> (status: Int32, data: Data?) {
        let status = run("copy") { $0.data == nil ? -25300 : 0 }
        return (status, status == 0 ? data : nil)
    }

    func add(_ item: KeychainItem, data: Data) -> Int32 {
        run("add") { state in
            if state.addedBehindOurBack {
                state.addedBehindOurBack = false
                state.data = Data()
            }
            guard state.data == nil else { return -25299 }
            state.data = data
            return 0
        }
    }

    func update(_ item: KeychainItem, data: Data) -> Int32 {
        run("update") { state in
            guard state.data != nil else { return -25300 }
            state.data = data
            return 0
        }
    }

    func delete(_ item: KeychainItem) -> Int32 {
        run("delete") { state in
            defer { state.data = nil }
            return state.data == nil ? -25300 : 0
        }
    }
}

@Suite struct `Token database in the Keychain` {
    private let keychain = FakeKeychain()
    private let marker = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let session = StoredSession(
        id: SessionID(rawValue: "A"),
        tokens: Tokens(accessToken: "T1", refreshToken: "R1", receivedAt: Date(timeIntervalSince1970: 0)))

    private func database(_ leftovers: KeychainTokenDatabase.Leftovers = .keep) -> KeychainTokenDatabase {
        KeychainTokenDatabase(
            KeychainItem(service: "app", account: "session", accessGroup: nil, accessibility: .afterFirstUnlock),
            items: keychain, leftovers: leftovers)
    }

    @Test func `a session is added, then updated, read and deleted`() async throws {
        let database = database()
        #expect(try await database.load() == nil)
        try await database.save(session)
        try await database.save(session)
        #expect(try await database.load() == session)
        try await database.clear()
        try await database.clear()
        #expect(try await database.load() == nil)
        #expect(keychain.log == ["copy", "update", "add", "update", "copy", "delete", "delete", "copy"])
    }

    @Test func `an item that another process adds in between is updated`() async throws {
        keychain.addBehindOurBack()
        try await database().save(session)
        #expect(keychain.log == ["update", "add", "update"])
        #expect(try await database().load() == session)
    }

    // KEY-02
    @Test(arguments: [Int32(-25308), -25291, -34018, -25293, -26276, -50])
    func `anything but not found is an error with its number, never "signed out"`(status: Int32) async throws {
        try await database().save(session)
        keychain.next(status)
        let error = await #expect(throws: TokenDatabaseError.self) { try await database().load() }
        #expect(error?.code == Int(status))
        #expect(try await database().load() == session)
    }

    // KEY-01
    @Test(arguments: [Int32(-25291), -34018, -25308])
    func `a save that fails says so`(status: Int32) async throws {
        keychain.next(status)
        let error = await #expect(throws: TokenDatabaseError.self) { try await database().save(session) }
        #expect(error?.code == Int(status))
    }

    @Test func `a damaged item is an error, and a sign-in replaces it`() async throws {
        keychain.data = Data("{".utf8)
        await #expect(throws: TokenDatabaseError.self) { try await database().load() }
        try await database().save(session)
        #expect(try await database().load() == session)
    }

    @Test func `leftovers of an earlier installation are removed once, if that was chosen`() async throws {
        try await database().save(session)
        #expect(try await database().load() == session)
        #expect(try await database(.clear(marker: marker)).load() == nil)
        try await database(.clear(marker: marker)).save(session)
        #expect(try await database(.clear(marker: marker)).load() == session)
    }

    @Test func `a leftover that cannot be removed is tried again, and an error until then`() async throws {
        try await database().save(session)
        keychain.next(-25308)
        await #expect(throws: TokenDatabaseError.self) { try await database(.clear(marker: marker)).load() }
        #expect(!FileManager.default.fileExists(atPath: marker.path))
        #expect(try await database(.clear(marker: marker)).load() == nil)
        #expect(FileManager.default.fileExists(atPath: marker.path))
    }

    @Test func `a sign-in marks the installation, so that the next launch keeps it`() async throws {
        try await database(.clear(marker: marker)).save(session)
        #expect(try await database(.clear(marker: marker)).load() == session)
    }

    @Test func `without a place for the mark nothing is removed silently`() async throws {
        let nowhere = marker.appendingPathComponent("no/such/folder")
        try await database().save(session)
        await #expect(throws: TokenDatabaseError.self) { try await database(.clear(marker: nowhere)).load() }
    }
}
