public import Foundation
public import Roundtrip

/// Keeps the session in a file that only its owner can read: for command-line tools, servers and tests.
///
/// A file is written beside the old one, synchronised and put in its place in one step, so a reader and a crash find the
/// old session or the new one. Several processes may share the file; give them a `FileSessionLock` too, and read there what
/// it cannot promise.
public struct FileTokenDatabase: TokenDatabase {
    private let url: URL

    /// In bytes. Tokens that a header can carry take much less.
    private static let longestFile = 1 << 20

    public init(_ url: URL) {
        self.url = url
    }

    /// - Throws: `TokenDatabaseError` if the file cannot be read, is not a session, or can be read by others.
    public func load() async throws -> StoredSession? {
        // Without waiting: whoever opened a pipe in the file's place would wait for ever.
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw TokenDatabaseError("The token file cannot be opened.", code: Int(errno))
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw TokenDatabaseError("The token file can be read by other users. Set its mode to 0600, or delete it.")
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.longestFile,
            let data = try? file.readToEnd() ?? Data(),
            let session = try? JSONDecoder().decode(StoredSession.self, from: data)
        else { throw TokenDatabaseError("The token file is damaged. Sign in again to replace it.") }
        return session
    }

    public func save(_ session: StoredSession) async throws {
        try await replace(with: session) {}
    }

    /// Asks when the new file is written and synchronised, so that nothing slow comes between the answer and the
    /// replacement.
    public func save(
        _ session: StoredSession,
        checking check: @Sendable (_ stored: StoredSession?) throws -> Void
    ) async throws {
        try await replace(with: session) { try check(try await load()) }
    }

    private func replace(with session: StoredSession, unlessThrowing check: () async throws -> Void) async throws {
        let temporary = try write(session)
        do {
            try await check()
            guard rename(temporary.path, url.path) == 0 else {
                throw TokenDatabaseError("The token file cannot be replaced.", code: Int(errno))
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
        try synchronizeFolder()
    }

    /// The session in a file beside the old one, safely on the disk.
    private func write(_ session: StoredSession) throws(TokenDatabaseError) -> URL {
        let temporary = url.deletingLastPathComponent()
            .appendingPathComponent(".\(UUID().uuidString).tokens", isDirectory: false)
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TokenDatabaseError("No token file can be made here.", code: Int(errno)) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: JSONEncoder().encode(session))
            try file.synchronize()
            try file.close()
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw TokenDatabaseError("The token file cannot be written.")
        }
        return temporary
    }

    public func clear() async throws {
        guard unlink(url.path) == 0 || errno == ENOENT else {
            throw TokenDatabaseError("The token file cannot be removed.", code: Int(errno))
        }
        try synchronizeFolder()
    }

    /// Makes a rename or removal survive a power failure: it is a change of the folder, not of the file.
    private func synchronizeFolder() throws(TokenDatabaseError) {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TokenDatabaseError("The folder of the token file cannot be opened.", code: Int(errno))
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw TokenDatabaseError("The folder of the token file cannot be written.", code: Int(errno))
        }
    }
}
