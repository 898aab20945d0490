import Foundation
import Roundtrip
import RoundtripLive

/// A process that writes into a disk cache and is killed in the midst of it.
///
///     RoundtripCacheProcess FOLDER COUNT
///
/// Entry `n` has a body of 10,000 + `n` bytes of the value `n`. After half of the writes the process kills itself, while
/// others are still writing.
@main
enum CacheProcess {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else {
            FileHandle.standardError.write(Data("Usage: RoundtripCacheProcess FOLDER COUNT\n".utf8))
            exit(64)
        }
        let folder = URL(fileURLWithPath: arguments[1])
        let stores = (0..<4).map { _ in DiskCacheStore(folder: folder) }
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in stride(from: writer, to: count, by: 4) {
                        if writer == 0, number >= count / 2 { kill(getpid(), SIGKILL) }
                        let response = StoredResponse(
                            status: 200, headers: [:],
                            body: Data(repeating: UInt8(truncatingIfNeeded: number), count: 10_000 + number),
                            selection: CacheSelection(values: [:]), requestDate: .now, responseDate: .now)
                        let key = CacheKey(partition: .anonymous, url: "https://api.example/\(number)")
                        await stores[writer].save(response, for: key)
                    }
                }
            }
        }
    }
}
