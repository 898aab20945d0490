public import Foundation
public import Roundtrip

/// Keeps answers in files, those used last, up to a number of bytes; they are there again after the next start.
///
/// Each file is put in its place as a whole, so neither a crash nor another process ever sees half of one, and a damaged
/// one is a miss and removed. Files can be read by their owner alone; on Apple's systems they are encrypted until the
/// first unlock. Their names tell no URL and no user. What cannot be written is not kept.
///
/// ```swift
/// configuration.cache = HTTPCache(store: DiskCacheStore(folder: cachesFolder.appending(path: "http")))
/// ```
public actor DiskCacheStore: CacheStore {
    private let folder: CacheFolder
    private let byteLimit: Int
    private var sizes: [CacheFolder.Name: Int]?
    private var recent = RecentUse<CacheFolder.Name>()
    private var byteCount = 0

    /// - Parameters:
    ///   - folder: A folder of the cache's own, made when it is needed. The first write looks through it.
    ///   - byteLimit: For all files together; 64 MiB unless given. An entry that takes more than a quarter of it is not
    ///     kept.
    public init(folder: URL, byteLimit: Int = 64 << 20) {
        self.folder = CacheFolder(url: folder)
        self.byteLimit = max(0, byteLimit)
    }

    public func responses(for key: CacheKey) async -> [StoredResponse] {
        let name = CacheFolder.Name(key)
        let responses = read(name)
        if !responses.isEmpty {
            folder.touch(name)
            if sizes?[name] != nil { recent.use(name) }
        }
        return responses
    }

    public func save(_ response: StoredResponse, for key: CacheKey) async {
        let name = CacheFolder.Name(key)
        var responses = read(name)
        responses.keep(response)
        guard let file = CacheFile.encode(responses), file.count <= byteLimit / 4 else { return forget(name) }
        do {
            try folder.write(file, to: name)
            note(name, byteCount: file.count)
        } catch {
            // What could not be replaced no longer holds.
            forget(name)
        }
    }

    public func remove(_ key: CacheKey) async {
        forget(CacheFolder.Name(key))
    }

    public func removeSessions(except session: SessionID?) async {
        var kept: Set = [CacheFolder.Name.name(of: .anonymous)]
        if let session { kept.insert(CacheFolder.Name.name(of: .session(session))) }
        removePartitions { !kept.contains($0) }
    }

    public func removeAll() async {
        removePartitions { _ in true }
    }

    private func read(_ name: CacheFolder.Name) -> [StoredResponse] {
        guard let file = folder.read(name, upTo: byteLimit) else { return [] }
        guard let responses = CacheFile.decode(file) else {
            forget(name)
            return []
        }
        return responses
    }

    private func forget(_ name: CacheFolder.Name) {
        folder.remove(name)
        byteCount -= sizes?.removeValue(forKey: name) ?? 0
        recent.remove(name)
    }

    private func removePartitions(where isMeant: (String) -> Bool) {
        folder.removePartitions(where: isMeant)
        for name in (sizes ?? [:]).keys where isMeant(name.partition) { forget(name) }
    }

    /// Counts a file that has been written, and makes room for it.
    private func note(_ name: CacheFolder.Name, byteCount count: Int) {
        if sizes == nil { lookThrough() }
        byteCount += count - (sizes?[name] ?? 0)
        sizes?[name] = count
        recent.use(name)
        while byteCount > byteLimit, let oldest = recent.leastRecent { forget(oldest) }
    }

    /// Finds what earlier processes have left. Reading needs none of it, so that only the first write waits for it.
    private func lookThrough() {
        sizes = [:]
        for file in folder.files() {
            sizes?[file.name] = file.byteCount
            recent.use(file.name)
            byteCount += file.byteCount
        }
    }
}
