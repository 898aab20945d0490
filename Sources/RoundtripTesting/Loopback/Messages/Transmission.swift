import Foundation
import Roundtrip

/// Puts one answer on the wire.
struct Transmission {
    /// What is answered, or `nil` if it could not be read.
    let request: HTTPRequestHead?
    let send: @Sendable (Data) async throws -> Void
    let clientHasLeft: @Sendable () -> Bool

    /// Sends the answer and says what becomes of the connection.
    func transmit(_ response: LoopbackServer.Response) async throws -> Conversation.Ending {
        switch response.content {
        case .data(let body):
            let head = ResponseHead(response, to: request, length: body.count)
            try await send(head.hasBody ? head.bytes + body : head.bytes)
            return head.keepsConnection ? .keepOpen : .close
        case .chunked(let stream):
            let head = ResponseHead(response, to: request, length: nil)
            try await send(head.bytes)
            if head.hasBody {
                try await run(stream) { head.isChunked ? Self.chunk($0) : $0 }
                if head.isChunked { try await send(Data("0\r\n\r\n".utf8)) }
            }
            return head.keepsConnection ? .keepOpen : .close
        case .raw(let thenClose, let stream):
            try await run(stream) { $0 }
            return thenClose ? .close : .keepOpen
        case .reset(let body):
            let head = ResponseHead(response, to: request, length: body.count + 1)
            try await send(head.bytes + body)
            return .reset
        case .resetAtOnce:
            return .reset
        case .closed:
            return .close
        }
    }

    /// Runs the stream with a writer that works until the stream ends or the client leaves.
    private func run(
        _ stream: LoopbackServer.Response.Stream,
        framing: @escaping @Sendable (Data) -> Data
    ) async throws {
        let hasEnded = Locked(false)
        defer { hasEnded.withLock { $0 = true } }
        try await stream(
            LoopbackServer.ResponseWriter { bytes in
                guard !hasEnded.withLock({ $0 }), !clientHasLeft() else {
                    throw LoopbackServer.ResponseWriter.ClientIsGone()
                }
                guard !bytes.isEmpty else { return }
                try await send(framing(bytes))
            }
        )
    }

    private static func chunk(_ bytes: Data) -> Data {
        Data("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Data("\r\n".utf8)
    }
}
