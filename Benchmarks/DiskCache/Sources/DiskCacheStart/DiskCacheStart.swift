import Foundation
import Roundtrip
import RoundtripLive

/// Measures what a disk cache costs at the start of an app, with few entries and with many.
///
///     swift run -c release --package-path Benchmarks/DiskCache DiskCacheStart [ENTRIES]
///
/// Prints, for a hundred entries and for ENTRIES (10,000): the first hit of a new store, which waits for nothing; the
/// first write, which looks through the folder once; and a hit after that.
@main
enum DiskCacheStart {
    private struct Costs {
        let firstHit: Duration
        let firstWrite: Duration
        let hit: Duration
    }

    static func main() async throws {
        let many = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
        let (few, all) = (try await costs(entries: 100), try await costs(entries: many))
        print("entries              100    \(many)    ratio")
        row("first hit", few.firstHit, all.firstHit)
        row("first write", few.firstWrite, all.firstWrite)
        row("hit", few.hit, all.hit)
    }

    private static func row(_ name: String, _ few: Duration, _ many: Duration) {
        let (few, many) = (few / .microseconds(1), many / .microseconds(1))
        print("\(name), us: \(Int(few)), \(Int(many)), \((many / few * 10).rounded() / 10)")
    }

    private static func costs(entries: Int) async throws -> Costs {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let filler = DiskCacheStore(folder: folder, byteLimit: 1 << 30)
        for number in 0..<entries { await filler.save(response, for: key(number)) }
        let store = DiskCacheStore(folder: folder, byteLimit: 1 << 30)
        let clock = ContinuousClock()
        let firstHit = await clock.measure { _ = await store.responses(for: key(0)) }
        let firstWrite = await clock.measure { await store.save(response, for: key(entries)) }
        let hits = await clock.measure {
            for number in 0..<100 { _ = await store.responses(for: key(number * entries / 100)) }
        }
        return Costs(firstHit: firstHit, firstWrite: firstWrite, hit: hits / 100)
    }

    private static func key(_ number: Int) -> CacheKey {
        CacheKey(partition: .anonymous, url: "https://api.example/\(number)")
    }

    private static var response: StoredResponse {
        StoredResponse(
            status: 200, headers: ["Content-Type": "application/json", "ETag": "\"1\""],
            body: Data(repeating: 0x20, count: 2000), selection: CacheSelection(values: [:]),
            requestDate: .now, responseDate: .now)
    }
}
