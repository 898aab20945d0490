import Dispatch
import Foundation
import Roundtrip

/// One connection as bytes: tells what comes, queues what goes, and closes exactly once.
///
/// Everything that comes is told on the queue, one after another. No thread belongs to a channel: the system wakes the
/// queue when there is something to read or room to write.
final class Channel: Sendable {
    enum Input {
        case bytes([UInt8])
        /// The client has closed its end, or the connection is broken. Nothing follows.
        case end
    }

    private struct Outgoing {
        var rest: Data
        let continuation: CheckedContinuation<Void, any Error>?
    }

    private struct State {
        var outbox: [Outgoing] = []
        var isBroken = false
        var isClosed = false
        var reading: (any DispatchSourceRead)?
        var writing: (any DispatchSourceWrite)?
        var awaitsRoom = false
        /// Sources that the system has not let go of. Until then the descriptor must stay open, for a new
        /// connection could get its number.
        var liveSources = 0
        var onClosed: (@Sendable () -> Void)?
    }

    /// How long a client may take to read a last answer that came before the end of its request.
    private static let lingering = DispatchTimeInterval.seconds(2)
    /// How many reads one channel may do before the others have their turn.
    private static let readsInARow = 4

    private let socket: Socket
    private let queue: DispatchQueue
    private let state = Locked(State())

    init(_ socket: Socket, on queue: DispatchQueue) {
        self.socket = socket
        self.queue = queue
    }

    func start(
        receive: @escaping @Sendable (Input) -> Void,
        onClosed: @escaping @Sendable () -> Void
    ) {
        let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [self] in read(receive) }
        source.setCancelHandler { [self] in sourceEnded() }
        state.withLock { state in
            state.onClosed = onClosed
            state.reading = source
            state.liveSources += 1
            source.activate()
        }
    }

    /// Sends bytes after those sent before. Returns when the system has taken them all.
    func send(_ bytes: Data) async throws {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(Outgoing(rest: bytes, continuation: continuation))
        }
    }

    /// Sends bytes after those sent before, without waiting for it.
    func post(_ bytes: Data) {
        enqueue(Outgoing(rest: bytes, continuation: nil))
    }

    /// Ends the connection in an orderly way. The client can still read what was sent.
    func close() {
        state.withLock { close(&$0) }
    }

    /// Ends the connection as if the machine had lost it.
    func reset() {
        state.withLock { state in
            guard !state.isClosed else { return }
            socket.resetOnClose()
            close(&state)
        }
    }

    /// Ends the connection when the client has ended it, or in two seconds, and loses whatever comes meanwhile.
    ///
    /// To close with bytes unread would be a reset, and the client could lose the last answer (RFC 9112, section 9.6).
    func closeWhenClientHasRead() {
        state.withLock { state in
            guard !state.isClosed else { return }
            guard state.reading != nil else { return close(&state) }
            socket.finishWriting()
        }
        queue.asyncAfter(deadline: .now() + Self.lingering) { [weak self] in self?.close() }
    }

    private func read(_ receive: (Input) -> Void) {
        for _ in 0..<Self.readsInARow {
            switch socket.read() {
            case .bytes(let bytes):
                receive(.bytes(bytes))
            case .nothingYet:
                return
            case .end:
                state.withLock { stopReading(&$0) }
                return receive(.end)
            }
        }
    }

    private func enqueue(_ outgoing: Outgoing) {
        state.withLock { state in
            guard !state.isClosed, !state.isBroken else {
                outgoing.continuation?.resume(throwing: LoopbackServer.ResponseWriter.ClientIsGone())
                return
            }
            state.outbox.append(outgoing)
            flush(&state)
        }
    }

    private func flush(_ state: inout State) {
        while !state.isClosed, let first = state.outbox.first {
            if first.rest.isEmpty {
                state.outbox.removeFirst().continuation?.resume()
                continue
            }
            switch socket.write(first.rest) {
            case .wrote(let count):
                state.outbox[0].rest = first.rest.dropFirst(count)
            case .full:
                return awaitRoom(&state)
            case .broken:
                state.isBroken = true
                abandonOutbox(&state)
            }
        }
        stopAwaitingRoom(&state)
    }

    private func awaitRoom(_ state: inout State) {
        guard !state.awaitsRoom else { return }
        state.awaitsRoom = true
        if let source = state.writing { return source.resume() }
        let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [self] in roomIsThere() }
        source.setCancelHandler { [self] in sourceEnded() }
        state.writing = source
        state.liveSources += 1
        source.activate()
    }

    private func roomIsThere() {
        state.withLock { flush(&$0) }
    }

    private func stopAwaitingRoom(_ state: inout State) {
        guard state.awaitsRoom else { return }
        state.awaitsRoom = false
        state.writing?.suspend()
    }

    private func stopReading(_ state: inout State) {
        state.reading?.cancel()
        state.reading = nil
    }

    private func abandonOutbox(_ state: inout State) {
        for outgoing in state.outbox {
            outgoing.continuation?.resume(throwing: LoopbackServer.ResponseWriter.ClientIsGone())
        }
        state.outbox = []
    }

    private func close(_ state: inout State) {
        guard !state.isClosed else { return }
        state.isClosed = true
        abandonOutbox(&state)
        stopReading(&state)
        if let writing = state.writing {
            // A source that is cancelled while it is suspended never tells that it has ended.
            if !state.awaitsRoom { writing.resume() }
            writing.cancel()
            state.writing = nil
        }
        closeDescriptorIfFree(&state)
    }

    private func sourceEnded() {
        state.withLock { state in
            state.liveSources -= 1
            if state.isClosed { closeDescriptorIfFree(&state) }
        }
    }

    private func closeDescriptorIfFree(_ state: inout State) {
        guard state.liveSources == 0, let onClosed = state.onClosed else { return }
        state.onClosed = nil
        socket.close()
        queue.async(execute: onClosed)
    }
}
