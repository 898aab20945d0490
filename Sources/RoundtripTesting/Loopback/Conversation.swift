import Foundation
import Roundtrip

/// One connection as HTTP: reads requests, has each answered before the next is read, and ends as the answer says.
final class Conversation: Sendable {
    typealias Handler = @Sendable (LoopbackServer.Request) async throws -> LoopbackServer.Response

    /// What becomes of the connection after an answer.
    enum Ending {
        case keepOpen
        case close
        case reset
        /// Closes only when the client has taken notice: its request was not read to the end.
        case closeWhenClientHasRead
    }

    private struct State {
        var parser: HTTPRequestParser
        var answer: Task<Void, Never>?
        var clientHasLeft = false
        /// The server has ended the connection: whatever comes or goes now means nothing.
        var isOver = false
    }

    let number: Int
    private let channel: Channel
    private let journal: Journal
    private let handler: Handler
    private let limits: LoopbackServer.Limits
    private let state: Locked<State>

    init(number: Int, channel: Channel, journal: Journal, limits: LoopbackServer.Limits, handler: @escaping Handler) {
        self.number = number
        self.channel = channel
        self.journal = journal
        self.handler = handler
        self.limits = limits
        state = Locked(State(parser: HTTPRequestParser(limits: limits)))
    }

    func start(onClosed: @escaping @Sendable () -> Void) {
        channel.start(receive: { [self] in receive($0) }, onClosed: onClosed)
    }

    /// Ends the conversation from the server's side, in the middle of anything.
    func stop() {
        let answer = state.withLock { state in
            state.isOver = true
            return state.answer
        }
        answer?.cancel()
        channel.close()
    }

    private func receive(_ input: Channel.Input) {
        switch input {
        case .bytes(let bytes):
            let isTooMuch = state.withLock { state in
                guard !state.isOver else { return false }
                state.parser.append(bytes)
                return state.parser.unreadCount > limits.body + limits.headerSection + bytes.count
            }
            // Only a client that sends more and more requests while one is being answered comes here.
            if isTooMuch { return end(.reset) }
            proceed()
        case .end:
            clientLeft()
            if state.withLock({ $0.isOver }) { channel.close() } else { proceed() }
        }
    }

    /// Reads what there is to read, unless an answer is being made.
    private func proceed() {
        let ending = state.withLock { state -> Ending? in
            guard !state.isOver, state.answer == nil else { return nil }
            do throws(RequestProblem) {
                while let event = try state.parser.next() {
                    switch event {
                    case .continueAwaited:
                        channel.post(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                    case .request(let head, let body):
                        let request = LoopbackServer.Request(head: head, body: body, connection: number)
                        journal.record(request)
                        begin(&state) { [self] in await answer(request, head) }
                        return nil
                    }
                }
                return state.clientHasLeft ? .close : nil
            } catch {
                begin(&state) { [self] in await refuse(error) }
                return nil
            }
        }
        if let ending { end(ending) }
    }

    private func begin(_ state: inout State, _ answer: @escaping @Sendable () async -> Ending) {
        let task = Task { finish(await answer()) }
        // Requests that a client sent before it left are answered in vain, and may know.
        if state.clientHasLeft { task.cancel() }
        state.answer = task
    }

    private func answer(_ request: LoopbackServer.Request, _ head: HTTPRequestHead) async -> Ending {
        let response: LoopbackServer.Response
        do {
            response = try await handler(request)
        } catch is CancellationError {
            return .close
        } catch {
            response = .text("The handler failed: \(error)", status: 500)
        }
        return (try? await transmission(to: head).transmit(response)) ?? .close
    }

    private func refuse(_ problem: RequestProblem) async -> Ending {
        _ = try? await transmission(to: nil).transmit(.text(problem.reason, status: problem.status))
        return .closeWhenClientHasRead
    }

    private func transmission(to head: HTTPRequestHead?) -> Transmission {
        Transmission(
            request: head,
            send: { [self] bytes in
                do { try await channel.send(bytes) } catch {
                    clientLeft()
                    throw error
                }
            },
            clientHasLeft: { [self] in state.withLock { $0.clientHasLeft } }
        )
    }

    private func finish(_ ending: Ending) {
        state.withLock { $0.answer = nil }
        if case .keepOpen = ending { proceed() } else { end(ending) }
    }

    private func end(_ ending: Ending) {
        let hasUnreadBytes = state.withLock { state in
            state.isOver = true
            return state.parser.unreadCount > 0
        }
        switch ending {
        case .keepOpen: break
        case .reset: channel.reset()
        case .close where !hasUnreadBytes: channel.close()
        case .close, .closeWhenClientHasRead: channel.closeWhenClientHasRead()
        }
    }

    /// Notes once that the client closed the connection, unless the server did so first.
    private func clientLeft() {
        let answer = state.withLock { state -> Task<Void, Never>? in
            guard !state.isOver, !state.clientHasLeft else { return nil }
            state.clientHasLeft = true
            journal.disconnects.add()
            return state.answer
        }
        answer?.cancel()
    }
}
