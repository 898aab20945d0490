import Dispatch
import Foundation
import Roundtrip

/// Accepts connections and keeps them until they end.
final class Listener: Sendable {
    private struct State {
        var conversations: [Int: Conversation] = [:]
        var count = 0
        var source: (any DispatchSourceRead)?
        var isStopped = false
        var isPaused = false
    }

    /// How many connections are taken before others have their turn.
    private static let acceptsInARow = 64
    /// How long to wait when the process has no descriptor left. The system keeps new connections meanwhile.
    private static let pause = DispatchTimeInterval.milliseconds(20)

    private let socket: Socket
    private let queue = DispatchQueue(label: "LoopbackServer")
    private let journal: Journal
    private let limits: LoopbackServer.Limits
    private let handler: Conversation.Handler
    private let state = Locked(State())
    private let isFree = DispatchSemaphore(value: 0)

    init(_ socket: Socket, journal: Journal, limits: LoopbackServer.Limits, handler: @escaping Conversation.Handler) {
        self.socket = socket
        self.journal = journal
        self.limits = limits
        self.handler = handler
    }

    /// How many connections are open now.
    var openConnections: Int { state.withLock { $0.conversations.count } }

    func start() {
        let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [self] in acceptWaiting() }
        source.setCancelHandler { [self] in
            socket.close()
            isFree.signal()
        }
        state.withLock { state in
            state.source = source
            source.activate()
        }
    }

    /// Closes everything. When it returns, the port is free.
    func stop() {
        let (conversations, wasRunning) = state.withLock { state in
            let wasRunning = !state.isStopped
            state.isStopped = true
            // A source that is cancelled while it is suspended never tells that it has ended.
            if state.isPaused { state.source?.resume() }
            state.source?.cancel()
            state.source = nil
            defer { state.conversations = [:] }
            return (Array(state.conversations.values), wasRunning)
        }
        for conversation in conversations { conversation.stop() }
        if wasRunning { isFree.wait() }
    }

    private func acceptWaiting() {
        for _ in 0..<Self.acceptsInARow {
            switch socket.accept() {
            case .success(let connection): welcome(connection)
            case .failure(let failure) where failure.isPassing: continue
            case .failure(let failure):
                if failure.isForWantOfDescriptors { takeBreath() }
                return
            }
        }
    }

    private func welcome(_ socket: Socket) {
        let conversation: Conversation? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.count += 1
            let conversation = Conversation(
                number: state.count,
                channel: Channel(socket, on: queue),
                journal: journal,
                limits: limits,
                handler: handler
            )
            state.conversations[state.count] = conversation
            return conversation
        }
        guard let conversation else { return socket.close() }
        journal.connections.add()
        conversation.start { [weak self] in self?.forget(conversation.number) }
    }

    private func forget(_ number: Int) {
        state.withLock { $0.conversations[number] = nil }
        journal.closings.add()
    }

    /// Accepts nothing for a moment.
    private func takeBreath() {
        state.withLock { state in
            state.isPaused = true
            state.source?.suspend()
        }
        queue.asyncAfter(deadline: .now() + Self.pause) { [self] in
            state.withLock { state in
                state.isPaused = false
                state.source?.resume()
            }
        }
    }
}
