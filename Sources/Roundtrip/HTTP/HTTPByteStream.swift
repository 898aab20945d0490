public import Foundation

/// The bytes of a body as they come: chunks of any size, to be read once.
///
/// Reading from two places shares the chunks between them; nothing is repeated. Dropping the last reference before the
/// end tells the producer, so a response that nobody reads any more is cancelled.
public struct HTTPByteStream: AsyncSequence, Sendable {
    public typealias Element = Data

    fileprivate let source: Source

    /// A stream that asks `next` for each chunk until it returns `nil` or throws.
    ///
    /// - Parameters:
    ///   - next: Gives the next chunk. It is asked by one reader at a time unless the stream is shared.
    ///   - abandon: Called once when the stream is dropped, read to the end or not.
    public init(
        next: @escaping @Sendable () async throws -> Data?,
        abandon: @escaping @Sendable () -> Void = {}
    ) {
        source = Source(next: next, abandon: abandon)
    }

    /// A stream of chunks that are already there.
    public init(_ chunks: [Data]) {
        let rest = Locked(chunks[...])
        self.init(next: { rest.withLock { $0.popFirst() } })
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        public mutating func next() async throws -> Data? {
            try await source.next()
        }
    }

    fileprivate final class Source: Sendable {
        let next: @Sendable () async throws -> Data?
        let abandon: @Sendable () -> Void

        init(next: @escaping @Sendable () async throws -> Data?, abandon: @escaping @Sendable () -> Void) {
            self.next = next
            self.abandon = abandon
        }

        deinit { abandon() }
    }
}

extension HTTPByteStream {
    /// All bytes to the end, or `nil` as soon as there are more than `limit`.
    public func collect(upTo limit: Int) async throws -> Data? {
        var whole = Data()
        for try await chunk in self {
            guard whole.count + chunk.count <= limit else { return nil }
            whole.append(chunk)
        }
        return whole
    }

    /// How reading a stream came to its one end.
    package enum End: Sendable {
        case finished
        case failed(any Error)
        /// The reader was cancelled, or dropped the stream.
        case abandoned
    }

    /// The same bytes; `body` is told the end, once, and how many bytes were read. What this stream itself does when it
    /// is dropped comes before.
    package func onEnd(_ body: @escaping @Sendable (End, _ byteCount: Int) -> Void) -> HTTPByteStream {
        let reading = Reading(self, onEnd: body)
        return HTTPByteStream(next: { try await reading.next() }, abandon: { reading.abandon() })
    }

    /// The same bytes, with errors replaced on the way.
    package func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> HTTPByteStream {
        HTTPByteStream(next: {
            var iterator = makeAsyncIterator()
            do { return try await iterator.next() } catch { throw transform(error) }
        })
    }
}

/// A stream that is being read, and whether it has come to its end.
private final class Reading: Sendable {
    private struct State {
        var stream: HTTPByteStream?
        var byteCount = 0
        var hasEnded = false
    }

    private let state: Locked<State>
    private let onEnd: @Sendable (HTTPByteStream.End, Int) -> Void

    init(_ stream: HTTPByteStream, onEnd: @escaping @Sendable (HTTPByteStream.End, Int) -> Void) {
        state = Locked(State(stream: stream))
        self.onEnd = onEnd
    }

    func next() async throws -> Data? {
        guard var iterator = state.withLock({ $0.stream })?.makeAsyncIterator() else { return nil }
        do {
            let chunk = try await iterator.next()
            if let chunk { state.withLock { $0.byteCount += chunk.count } } else { end(.finished) }
            return chunk
        } catch {
            end(error is CancellationError ? .abandoned : .failed(error))
            throw error
        }
    }

    func abandon() {
        // Not under the lock: dropping the stream calls back whoever feeds it.
        var stream = state.withLock { state in
            defer { state.stream = nil }
            return state.stream
        }
        if stream != nil { stream = nil }
        end(.abandoned)
    }

    private func end(_ end: HTTPByteStream.End) {
        let byteCount = state.withLock { state -> Int? in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state.byteCount
        }
        if let byteCount { onEnd(end, byteCount) }
    }
}

extension HTTPByteStream: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTPByteStream" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
