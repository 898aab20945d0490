import Foundation
import RoundtripDiagnostics

/// The files that the person wants of what was recorded.
struct Exports: Equatable {
    var report: String?
    var har: String?

    /// Writes them.
    ///
    /// - Returns: A line for each.
    func write(_ recording: HAR) throws -> [String] {
        let files: [(name: String?, content: Data)] = [
            (report, Data(Report(recording, title: "The course catalogue’s tour").html.utf8)),
            (har, try recording.json()),
        ]
        return try files.compactMap { file in
            guard let name = file.name else { return nil }
            do {
                try file.content.write(to: URL(fileURLWithPath: name), options: .atomic)
            } catch {
                throw ExportFailure(file: name)
            }
            return "Written: \(name)"
        }
    }
}

/// A file could not be written.
struct ExportFailure: Error, LocalizedError {
    let file: String

    var errorDescription: String? {
        "\(file) could not be written. Check that its folder exists and that you may write there."
    }
}
