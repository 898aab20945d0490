import Foundation
import Roundtrip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of a request in a form that URLSession sends with a `Content-Length`.
///
/// URLSession has no way to ask for bytes asynchronously that works on every platform, so a stream is first written to a
/// temporary file. A source that fails or has another length than it announced is found out before anything is sent.
struct Upload {
    private let data: Data?
    private let file: URL?
    private let isTemporary: Bool

    /// - Throws: `TransportError` that says nothing was sent, or `CancellationError`.
    init(_ body: HTTPBody) async throws {
        switch body {
        case .none:
            self.init(data: nil, file: nil)
        case .data(let data):
            self.init(data: data, file: nil)
        case .file(let url):
            // URLSession on Linux would try to send a folder until the idle timeout.
            if let failure = FileFailure(reading: url) { throw TransportError(.file(failure), mayHaveBeenSent: false) }
            self.init(data: nil, file: url)
        case .stream(let length, let open):
            do {
                self.init(data: nil, file: try await Self.spool(open(), length: length), isTemporary: true)
            } catch {
                throw Self.sourceFailure(error)
            }
        case .oneShot(let length, let stream):
            do {
                self.init(data: nil, file: try await Self.spool(stream, length: length), isTemporary: true)
            } catch {
                throw Self.sourceFailure(error)
            }
        }
    }

    private init(data: Data?, file: URL?, isTemporary: Bool = false) {
        self.data = data
        self.file = file
        self.isTemporary = isTemporary
    }

    func task(in session: URLSession, for request: HTTPRequest) -> URLSessionTask {
        var urlRequest = URLRequest(request)
        if let file { return session.uploadTask(with: urlRequest, fromFile: file) }
        urlRequest.httpBody = data
        return session.dataTask(with: urlRequest)
    }

    func removeTemporaryFile() {
        if isTemporary, let file { try? FileManager.default.removeItem(at: file) }
    }

    private static func spool(_ stream: HTTPByteStream, length: Int?) async throws -> URL {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).upload", isDirectory: false)
        // The folder may be shared with other users, and nobody else shall read what is sent.
        let file = try DownloadFile(destination: url, mode: 0o600)
        do {
            var count = 0
            for try await chunk in stream {
                count += chunk.count
                try file.write(chunk)
            }
            try Task.checkCancellation()
            guard length == nil || length == count else { throw TransportError(.uploadSource, mayHaveBeenSent: false) }
            return try file.commit()
        } catch {
            file.discard()
            throw error
        }
    }

    /// The app's own error is converted, not kept: nothing is known of what its description says.
    private static func sourceFailure(_ error: any Error) -> any Error {
        if error is CancellationError {
            return Task.isCancelled ? error : TransportError(.uploadSource, mayHaveBeenSent: false)
        }
        guard let error = error as? TransportError else { return TransportError(.uploadSource, mayHaveBeenSent: false) }
        return TransportError(error.kind, code: error.code, mayHaveBeenSent: false)
    }
}
