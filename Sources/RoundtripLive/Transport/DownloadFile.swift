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

    /// - Parameter mode: Who may read the file, before the process's own mask (umask(2)) takes some away.
    init(destination: URL, mode: mode_t = 0o666) throws(TransportError) {
        self.destination = destination
        temporary = destination.deletingLastPathComponent()
            .appendingPathComponent(".\(UUID().uuidString).download", isDirectory: false)
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw TransportError(.file(FileFailure(errno: errno)), mayHaveBeenSent: true)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
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
