import Foundation
import Roundtrip

/// Where the disk cache keeps what: a folder for each partition, in it a file for each URL. The names tell neither.
struct CacheFolder: Sendable {
    /// A file's place below the folder.
    struct Name: Hashable, Sendable {
        let partition: String
        let file: String

        init(partition: String, file: String) {
            self.partition = partition
            self.file = file
        }

        init(_ key: CacheKey) {
            partition = Self.name(of: key.partition)
            file = Self.digest(key.url)
        }

        static func name(of partition: CachePartition) -> String {
            switch partition {
            case .anonymous: "anonymous"
            case .session(let id): digest(id.rawValue)
            }
        }

        private static func digest(_ text: String) -> String {
            SHA256Hash.of(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    struct File {
        let name: Name
        let byteCount: Int
        /// Since 1970.
        let lastUse: Duration
    }

    let url: URL

    /// Half-written files, which nobody will finish once the process is gone.
    private var unfinished: URL { url.appendingPathComponent("unfinished", isDirectory: true) }

    func url(of name: Name) -> URL {
        partition(name.partition).appendingPathComponent(name.file, isDirectory: false)
    }

    private func partition(_ name: String) -> URL {
        url.appendingPathComponent("partitions", isDirectory: true).appendingPathComponent(name, isDirectory: true)
    }

    /// The content, or `nil` where there is none or it is no ordinary file of at most this many bytes: opening a pipe
    /// could take for ever, and reading what is larger more memory than there is.
    func read(_ name: Name, upTo limit: Int) -> Data? {
        let url = url(of: name)
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        return try? Data(contentsOf: url)
    }

    /// Puts the file in its place in one step: who reads it finds the old content or the new one, and never half of it.
    func write(_ data: Data, to name: Name) throws {
        let temporary = unfinished.appendingPathComponent(UUID().uuidString, isDirectory: false)
        do {
            try make(unfinished)
            try make(partition(name.partition))
            let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileFailure(errno: errno) }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: data)
            try file.close()
            try protect(temporary)
            guard rename(temporary.path, url(of: name).path) == 0 else { throw FileFailure(errno: errno) }
        } catch {
            unlink(temporary.path)
            throw error
        }
    }

    func remove(_ name: Name) {
        unlink(url(of: name).path)
    }

    /// Notes that the file was used just now; the time of its last change is where a later process finds it.
    func touch(_ name: Name) {
        utimes(url(of: name).path, nil)
    }

    /// All files, those not used for longest first. What an earlier process has left unfinished is removed.
    func files() -> [File] {
        try? FileManager.default.removeItem(at: unfinished)
        return partitions().flatMap { files(in: $0) }.sorted { $0.lastUse < $1.lastUse }
    }

    private func files(in partition: String) -> [File] {
        let folder = self.partition(partition)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard stat(folder.path + "/" + name, &status) == 0 else { return nil }
            #if canImport(Darwin)
            let changed = status.st_mtimespec
            #else
            let changed = status.st_mtim
            #endif
            return File(
                name: Name(partition: partition, file: name), byteCount: Int(clamping: status.st_size),
                lastUse: .seconds(changed.tv_sec) + .nanoseconds(changed.tv_nsec))
        }
    }

    func removePartitions(where isMeant: (String) -> Bool) {
        for name in partitions() where isMeant(name) {
            try? FileManager.default.removeItem(at: partition(name))
        }
    }

    private func partitions() -> [String] {
        let folder = url.appendingPathComponent("partitions", isDirectory: true)
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private func make(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Encrypted until the device is unlocked for the first time after a start, so that work in the background can read.
    private func protect(_ file: URL) throws {
        #if !canImport(FoundationNetworking) || APPLE_TYPECHECK
        try FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: file.path)
        #endif
    }
}
