package import Foundation

/// The bytes of a streamed body between the producer that cannot wait and the reader that has not come yet.
///
/// It has one end: finished, failed, or left by a reader that was cancelled or dropped the stream. What arrived before a
/// failure is read first.
package final class ByteInbox: Sendable {
    private struct State {
        var chunks: [Data] = []
        var unread = 0
        var end: Result<Void, any Error>?
        var readers: [Int: CheckedContinuation<Data?, any Error>] = [:]
        var nextReader = 0
    }

    private let state = Locked(State())
    private let leave: @Sendable () -> Void

    /// - Parameter leave: Called when the reader is cancelled or drops the stream, also after the end.
    package init(leave: @escaping @Sendable () -> Void) {
        self.leave = leave
    }

    /// The stream of what is put in. Take it once.
    package var stream: HTTPByteStream {
        HTTPByteStream(next: { try await self.next() }, abandon: leave)
    }

    /// Adds a chunk and tells how many bytes are unread.
    package func put(_ chunk: Data) -> Int {
        guard !chunk.isEmpty else { return state.withLock { $0.unread } }
        let (reader, unread) = state.withLock { state -> (CheckedContinuation<Data?, any Error>?, Int) in
            guard state.end == nil else { return (nil, 0) }
            if let first = state.readers.keys.min() { return (state.readers.removeValue(forKey: first), 0) }
            state.chunks.append(chunk)
            state.unread += chunk.count
            return (nil, state.unread)
        }
        reader?.resume(returning: chunk)
        return unread
    }

    /// Ends the stream; `nil` is its proper end. Only the first end counts.
    package func finish(throwing error: (any Error)? = nil) {
        let readers = state.withLock { state -> [CheckedContinuation<Data?, any Error>] in
            guard state.end == nil else { return [] }
            state.end = error.map { .failure($0) } ?? .success(())
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers {
            if let error { reader.resume(throwing: error) } else { reader.resume(returning: nil) }
        }
    }

    private func next() async throws -> Data? {
        let id = state.withLock { state in
            state.nextReader += 1
            return state.nextReader
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { take(reader: id, $0) }
        } onCancel: {
            leave()
            state.withLock { $0.readers.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Answers the reader at once if a chunk or the end is there, and lets it wait otherwise.
    private func take(reader id: Int, _ reader: CheckedContinuation<Data?, any Error>) {
        let answer = state.withLock { state -> Result<Data?, any Error>? in
            // A cancellation that came before this point found no reader to wake.
            if Task.isCancelled { return .failure(CancellationError()) }
            if !state.chunks.isEmpty {
                let chunk = state.chunks.removeFirst()
                state.unread -= chunk.count
                return .success(chunk)
            }
            if let end = state.end { return end.map { nil } }
            state.readers[id] = reader
            return nil
        }
        if let answer { reader.resume(with: answer) }
    }
}
