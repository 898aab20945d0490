import Foundation
import Roundtrip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where the bytes of one answer go, and how many may come.
enum ReceivedBody {
    case buffer(Data, limit: Int)
    /// The body of an answer that is not 2xx: its beginning is enough.
    case errorBuffer(Data)
    case stream(ByteInbox)
    case file(DownloadFile)

    enum Verdict {
        case goOn
        /// All that is wanted has come; the rest may be dropped.
        case enough
        case failed(TransportError.Kind)
    }

    /// - Throws: `TransportError` if the announced length is over the limit or the file cannot be written.
    init(
        for response: HTTPURLResponse,
        request: HTTPRequest,
        delivery: Delivery,
        leave: @escaping @Sendable () -> Void
    ) throws {
        guard (200..<300).contains(response.statusCode) else {
            self = .errorBuffer(Data())
            return
        }
        switch delivery {
        case .buffered(let limit):
            // An answer to HEAD announces the length of a body that does not come.
            guard request.method == .head || response.expectedContentLength <= limit else {
                throw TransportError(.responseTooLarge(limit: limit), mayHaveBeenSent: true)
            }
            self = .buffer(Data(), limit: limit)
        case .streamed:
            self = .stream(ByteInbox(leave: leave))
        case .file(let url):
            self = .file(try DownloadFile(destination: url))
        }
    }

    mutating func append(_ data: Data) -> Verdict {
        switch self {
        case .buffer(var whole, let limit):
            guard data.count <= limit - whole.count else { return .failed(.responseTooLarge(limit: limit)) }
            self = .buffer(Data(), limit: limit)  // lets go of the bytes, so that appending does not copy them
            whole.append(data)
            self = .buffer(whole, limit: limit)
            return .goOn
        case .errorBuffer(var whole):
            self = .errorBuffer(Data())
            whole.append(data.prefix(Delivery.errorBodyLimit - whole.count))
            self = .errorBuffer(whole)
            return whole.count < Delivery.errorBodyLimit ? .goOn : .enough
        case .stream(let inbox):
            let limit = Delivery.unreadStreamLimit
            return inbox.put(data) <= limit ? .goOn : .failed(.responseTooLarge(limit: limit))
        case .file(let file):
            do {
                try file.write(data)
                return .goOn
            } catch {
                return .failed(error.kind)
            }
        }
    }

    /// The whole body, after its last byte.
    func finish() throws -> HTTPResponse.Body {
        switch self {
        case .buffer(let data, _), .errorBuffer(let data):
            return .data(data)
        case .stream(let inbox):
            inbox.finish()
            return .data(Data())
        case .file(let file):
            return .file(try file.commit())
        }
    }

    /// Leaves nothing behind after a failure.
    func abandon(throwing error: any Error) {
        switch self {
        case .buffer, .errorBuffer: break
        case .stream(let inbox): inbox.finish(throwing: error)
        case .file(let file): file.discard()
        }
    }
}
