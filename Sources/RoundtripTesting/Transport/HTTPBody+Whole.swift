import Foundation
import Roundtrip

extension HTTPBody {
    /// All bytes, read as a transport reads them before the first one goes out.
    ///
    /// - Throws: A `TransportError` that says nothing was sent, or `CancellationError` if the task was cancelled.
    func whole() async throws -> Data {
        switch self {
        case .none:
            return Data()
        case .data(let data):
            return data
        case .file(let url):
            do {
                return try Data(contentsOf: url)
            } catch {
                throw TransportError(.file(FileFailure(cocoa: error)), mayHaveBeenSent: false)
            }
        case .stream(let length, let open):
            return try await Self.whole(length: length) { try await open() }
        case .oneShot(let length, let stream):
            return try await Self.whole(length: length) { stream }
        }
    }

    private static func whole(length: Int?, _ open: () async throws -> HTTPByteStream) async throws -> Data {
        do {
            var whole = Data()
            for try await chunk in try await open() { whole.append(chunk) }
            try Task.checkCancellation()
            guard length == nil || length == whole.count else {
                throw TransportError(.uploadSource, mayHaveBeenSent: false)
            }
            return whole
        } catch is CancellationError where Task.isCancelled {
            throw CancellationError()
        } catch {
            let kind = (error as? TransportError)?.kind ?? .uploadSource
            throw TransportError(kind, mayHaveBeenSent: false)
        }
    }
}

extension FileFailure {
    /// The failure that Foundation reports for a file; its description, which holds the path, is dropped.
    init(cocoa error: any Error) {
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile?, .fileReadNoSuchFile?: self = .missing
        case .fileReadNoPermission?, .fileWriteNoPermission?, .fileWriteVolumeReadOnly?: self = .notPermitted
        case .fileWriteOutOfSpace?: self = .diskFull
        default: self = .other(code: (error as NSError).code)
        }
    }
}
