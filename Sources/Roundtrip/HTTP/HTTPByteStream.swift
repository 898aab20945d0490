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

    /// The same bytes, with errors replaced on the way.
    package func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> HTTPByteStream {
        HTTPByteStream(next: {
            var iterator = makeAsyncIterator()
            do { return try await iterator.next() } catch { throw transform(error) }
        })
    }
}

extension HTTPByteStream: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTPByteStream" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
