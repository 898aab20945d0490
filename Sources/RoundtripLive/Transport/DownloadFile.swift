import Foundation
import Roundtrip

/// A file that appears at its destination only when it is complete.
///
/// Bytes go into a hidden file in the same folder, which takes the destination's place in one step (rename(2)). What
/// stood there before is untouched until then, and a failure leaves nothing behind.
final class DownloadFile: Sendable {
    private let destination: URL
    private let temporary: URL
    private let handle: FileHandle

    init(destination: URL) throws(TransportError) {
        self.destination = destination
        temporary = destination.deletingLastPathComponent()
            .appendingPathComponent(".\(UUID().uuidString).download", isDirectory: false)
        guard FileManager.default.createFile(atPath: temporary.path, contents: nil) else {
            throw TransportError(
                .file(FileFailure(writingIn: destination.deletingLastPathComponent())), mayHaveBeenSent: true)
        }
        do {
            handle = try FileHandle(forWritingTo: temporary)
        } catch {
            throw TransportError(.file(FileFailure(error)), mayHaveBeenSent: true)
        }
    }

    func write(_ data: Data) throws(TransportError) {
        do {
            try handle.write(contentsOf: data)
        } catch {
            throw TransportError(.file(FileFailure(error)), mayHaveBeenSent: true)
        }
    }

    /// Puts the file in its place.
    func commit() throws(TransportError) -> URL {
        do {
            try handle.synchronize()
            try handle.close()
        } catch {
            throw TransportError(.file(FileFailure(error)), mayHaveBeenSent: true)
        }
        guard rename(temporary.path, destination.path) == 0 else {
            throw TransportError(.file(FileFailure(errno: errno)), mayHaveBeenSent: true)
        }
        return destination
    }

    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: temporary)
    }
}
