public import Foundation

/// A folder of one test's own, gone with the last reference to it.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "roundtrip-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A new file with this content.
    public func file(_ content: Data, named name: String = "file") throws -> URL {
        let file = url.appending(path: name)
        try content.write(to: file)
        return file
    }

    /// Everything in it, hidden files included.
    public var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}
