import Foundation
import Roundtrip

/// Where the bytes of a scripted answer go, and how many may come: the rules of `Delivery`.
struct ScriptedBody {
    private enum Form {
        case buffer(limit: Int)
        /// The body of an answer that is not 2xx: its beginning is enough.
        case beginning
        case stream(ByteInbox)
        /// Written in one step when the body is complete.
        case file(URL)
    }

    enum Verdict {
        case goOn
        /// All that is wanted has come; the rest may be dropped.
        case enough
        case tooLarge(limit: Int)
    }

    private let form: Form
    private var whole = Data()

    /// - Parameter announced: How many bytes the head says will come.
    /// - Throws: `TransportError` if that is over the limit, or the file's folder cannot be written to.
    init(
        status: Int,
        announced: Int?,
        delivery: Delivery,
        leave: @escaping @Sendable () -> Void
    ) throws(TransportError) {
        guard (200..<300).contains(status) else {
            form = .beginning
            return
        }
        switch delivery {
        case .buffered(let limit):
            guard announced ?? 0 <= limit else {
                throw TransportError(.responseTooLarge(limit: limit), mayHaveBeenSent: true)
            }
            form = .buffer(limit: limit)
        case .streamed:
            form = .stream(ByteInbox(leave: leave))
        case .file(let url):
            let folder = url.deletingLastPathComponent().path
            guard FileManager.default.isWritableFile(atPath: folder) else {
                let exists = FileManager.default.fileExists(atPath: folder)
                throw TransportError(.file(exists ? .notPermitted : .missing), mayHaveBeenSent: true)
            }
            form = .file(url)
        }
    }

    /// What to hand over before the first byte, if the body is a stream.
    var stream: HTTPByteStream? {
        if case .stream(let inbox) = form { inbox.stream } else { nil }
    }

    mutating func append(_ data: Data) -> Verdict {
        switch form {
        case .buffer(let limit):
            guard data.count <= limit - whole.count else { return .tooLarge(limit: limit) }
            whole.append(data)
            return .goOn
        case .beginning:
            whole.append(data.prefix(Delivery.errorBodyLimit - whole.count))
            return whole.count < Delivery.errorBodyLimit ? .goOn : .enough
        case .stream(let inbox):
            let limit = Delivery.unreadStreamLimit
            return inbox.put(data) <= limit ? .goOn : .tooLarge(limit: limit)
        case .file:
            whole.append(data)
            return .goOn
        }
    }

    /// The whole body, after its last byte.
    func finish() throws(TransportError) -> HTTPResponse.Body {
        switch form {
        case .buffer, .beginning:
            return .data(whole)
        case .stream(let inbox):
            inbox.finish()
            return .data(whole)
        case .file(let url):
            do {
                try whole.write(to: url, options: .atomic)
            } catch {
                throw TransportError(.file(FileFailure(cocoa: error)), mayHaveBeenSent: true)
            }
            return .file(url)
        }
    }

    func abandon(throwing error: any Error) {
        if case .stream(let inbox) = form { inbox.finish(throwing: error) }
    }
}
