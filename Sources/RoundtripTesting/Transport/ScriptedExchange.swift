import Foundation
import Roundtrip

/// One request and its scripted answer, between the task that plays the script and the caller that waits.
///
/// It ends once, by whatever comes first: the last byte, a failure, a limit or the caller's leaving. The caller is told
/// at once; the script's task is cancelled behind it.
final class ScriptedExchange: Sendable {
    private struct State {
        var script: Task<Void, Never>?
        var response: HTTPResponse?
        var body: ScriptedBody?
        /// How many of the announced bytes have not come; `nil` if the head announces nothing.
        var missing: Int?
        var hasEnded = false
    }

    private let request: HTTPRequest
    private let delivery: Delivery
    private let onLeave: @Sendable () -> Void
    private let caller = Settlement<HTTPResponse>()
    private let state = Locked(State())

    /// - Parameter onLeave: Called when the exchange ends before its script does.
    init(_ request: HTTPRequest, delivery: Delivery, onLeave: @escaping @Sendable () -> Void) {
        self.request = request
        self.delivery = delivery
        self.onLeave = onLeave
    }

    /// Plays the script and hands over its answer: a stream as soon as the head is there, all else when it is complete.
    func response(
        to answer: @escaping @Sendable () async throws -> ScriptedTransport.Answer
    ) async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            let script = Task {
                do {
                    try await play(try await answer())
                    end(.success(()))
                } catch {
                    end(.failure(error))
                }
            }
            let hasEnded = state.withLock { state in
                state.script = script
                return state.hasEnded
            }
            if hasEnded { script.cancel() }
            return try await caller.value()
        } onCancel: {
            leave(.failure(CancellationError()))
        }
    }

    // MARK: The script's side

    private func play(_ answer: ScriptedTransport.Answer) async throws {
        let hasBody = request.method != .head && ![204, 304].contains(answer.status)
        switch answer.content {
        case .failure(let error):
            throw error
        case .data(let data):
            var answer = answer
            if ![204, 304].contains(answer.status) { answer.headers.setDefault("Content-Length", "\(data.count)") }
            begin(answer, hasBody: hasBody)
            if hasBody { try write(data) }
        case .stream(let stream):
            begin(answer, hasBody: hasBody)
            if hasBody { try await run(stream) }
        }
        guard !hasBody || state.withLock({ $0.missing ?? 0 }) == 0 else {
            throw TransportError(.truncatedBody, mayHaveBeenSent: true)
        }
    }

    private func run(_ stream: ScriptedTransport.Answer.Stream) async throws {
        do {
            try await stream(LoopbackServer.ResponseWriter { [self] in try write($0) })
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(.truncatedBody, mayHaveBeenSent: true)
        }
    }

    private func begin(_ answer: ScriptedTransport.Answer, hasBody: Bool) {
        let length = answer.headers["Content-Length"].flatMap(Int.init) ?? -1
        let announced = hasBody && length >= 0 ? length : nil
        let body: ScriptedBody
        do throws(TransportError) {
            body = try ScriptedBody(status: answer.status, announced: announced, delivery: delivery) { [weak self] in
                self?.leave(.failure(CancellationError()))
            }
        } catch {
            return leave(.failure(error))
        }
        var response = HTTPResponse(status: answer.status, headers: answer.headers, request: request)
        state.withLock { state in
            state.response = response
            state.body = body
            state.missing = announced
        }
        if let stream = body.stream {
            response.body = .stream(stream)
            caller.settle(.success(response))
        }
    }

    private func write(_ data: Data) throws {
        let (verdict, isComplete) = try state.withLock { state throws -> (ScriptedBody.Verdict, Bool) in
            guard !state.hasEnded else { throw LoopbackServer.ResponseWriter.ClientIsGone() }
            let data = data.prefix(state.missing ?? data.count)
            state.missing = state.missing.map { $0 - data.count }
            return (state.body?.append(data) ?? .goOn, state.missing == 0)
        }
        switch verdict {
        case .goOn where isComplete: end(.success(()))
        case .goOn: return
        case .enough: leave(.success(()))
        case .tooLarge(let limit):
            leave(.failure(TransportError(.responseTooLarge(limit: limit), mayHaveBeenSent: true)))
        }
    }

    // MARK: The end

    private func leave(_ end: Result<Void, any Error>) {
        self.end(end, isBeforeScript: true)
    }

    private func end(_ end: Result<Void, any Error>, isBeforeScript: Bool = false) {
        let ended = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return state
        }
        guard let ended else { return }
        if isBeforeScript {
            onLeave()
            ended.script?.cancel()
        }
        do {
            try end.get()
            guard var response = ended.response, let body = try ended.body?.finish() else { return }
            response.body = body
            caller.settle(.success(response))
        } catch {
            ended.body?.abandon(throwing: error)
            caller.settle(.failure(error))
        }
    }
}
