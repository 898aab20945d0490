import Foundation
import Roundtrip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its answer, between URLSession's callbacks and the caller that waits.
///
/// It ends once, by whatever comes first: the last byte, an error, a limit, the idle timeout or the caller's
/// cancellation. The caller is told at once; the task is cancelled behind it, exactly once and on the delegate queue,
/// because on Linux a second cancel, or one from another thread, can end the process.
final class Exchange: Sendable {
    typealias Continuation = CheckedContinuation<HTTPResponse, any Error>

    struct RunningTask {
        let task: URLSessionTask
        let queue: OperationQueue
    }

    private struct State {
        var continuation: Continuation?
        var running: RunningTask?
        var timer: Task<Void, Never>?
        var response: HTTPResponse?
        var body: ReceivedBody?
        var wasChallenged = false
        var end: Result<Void, any Error>?
        var lastActivity = Duration.zero
        var metrics = ExchangeMetrics()
    }

    let request: HTTPRequest
    private let delivery: Delivery
    private let time: any TimeSource
    private let started: Duration
    private let state = Locked(State())

    init(_ request: HTTPRequest, delivery: Delivery, time: any TimeSource) {
        self.request = request
        self.delivery = delivery
        self.time = time
        started = time.uptime
    }

    /// Starts the task, unless the caller has been cancelled before.
    func start(
        _ continuation: Continuation,
        makeTask: () throws -> RunningTask
    ) {
        let failure = state.withLock { state -> (any Error)? in
            if case .failure(let error) = state.end { return error }
            do {
                let running = try makeTask()
                state.running = running
                state.continuation = continuation
                state.lastActivity = started
                state.timer = watch()
                running.task.resume()
                return nil
            } catch {
                state.end = .failure(error)
                return error
            }
        }
        if let failure { continuation.resume(throwing: failure) }
    }

    /// Ends the exchange from this side: the caller leaves, a limit is reached or the time is up.
    func end(throwing error: any Error) {
        finish(.failure(error), cancelsTask: true)
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    // MARK: What the delegate reports, always on its queue

    func received(_ response: URLResponse) {
        guard let http = response as? HTTPURLResponse else {
            return end(throwing: TransportError(.invalidResponse, mayHaveBeenSent: true))
        }
        // 1xx answers come before the final one, and after a challenge a second head can come: the last one counts.
        guard http.statusCode >= 200 else { return }
        let body: ReceivedBody
        do {
            body = try ReceivedBody(for: http, request: request, delivery: delivery, leave: leave)
        } catch {
            return end(throwing: error)
        }
        let (isTooLate, streamed) = state.withLock { state -> (Bool, (HTTPResponse, Continuation)?) in
            guard state.end == nil else { return (true, nil) }
            state.body?.abandon(throwing: CancellationError())
            state.lastActivity = time.uptime
            state.metrics.firstByte = time.uptime - started
            var response = HTTPResponse(
                status: http.statusCode, headers: HTTPHeaders(http), request: request, metrics: state.metrics)
            state.response = response
            state.body = body
            guard case .stream(let inbox) = body, let continuation = state.continuation else { return (false, nil) }
            state.continuation = nil
            response.body = .stream(inbox.stream)
            return (false, (response, continuation))
        }
        // The exchange ended while the file was made, so nobody else will remove it.
        if isTooLate { body.abandon(throwing: CancellationError()) }
        if let (response, continuation) = streamed { continuation.resume(returning: response) }
    }

    func received(_ data: Data) {
        let verdict = state.withLock { state -> ReceivedBody.Verdict in
            guard state.end == nil else { return .goOn }
            state.lastActivity = time.uptime
            return state.body?.append(data) ?? .goOn
        }
        switch verdict {
        case .goOn: break
        case .enough: finish(.success(()), cancelsTask: true)
        case .failed(let kind): end(throwing: TransportError(kind, mayHaveBeenSent: true))
        }
    }

    func sent(_ bytes: Int64) {
        state.withLock { state in
            state.lastActivity = time.uptime
            state.metrics.bytesSent = Int(clamping: bytes)
        }
    }

    func challenged() {
        state.withLock { $0.wasChallenged = true }
    }

    #if !canImport(FoundationNetworking) || APPLE_TYPECHECK
    func collected(_ metrics: URLSessionTaskMetrics) {
        let collected = ExchangeMetrics(metrics)
        state.withLock { $0.metrics = collected }
    }
    #endif

    /// - Parameters:
    ///   - response: The head as the task knows it. On Linux a redirect with no address to go to is reported in this way
    ///     alone, and without its body.
    ///   - refusal: Why this side refuses the server, if it does.
    func completed(with error: (any Error)?, response: URLResponse?, refusal: TransportError.Kind?) {
        if error == nil, let response, state.withLock({ $0.response == nil }) { received(response) }
        let (hasHead, wasChallenged) = state.withLock { ($0.response != nil, $0.wasChallenged) }
        switch error {
        case nil where hasHead:
            finish(.success(()), cancelsTask: false)
        case nil:
            finish(.failure(TransportError(.connectionLost, mayHaveBeenSent: true)), cancelsTask: false)
        case .some where wasChallenged && hasHead:
            // The cancelled challenge ended the task; the 401 that asked for it is the answer.
            finish(.success(()), cancelsTask: false)
        case .some(let error):
            finish(.failure(TransportError(error, hasHead: hasHead, refusal: refusal)), cancelsTask: false)
        }
    }

    // MARK: The end

    private func finish(_ end: Result<Void, any Error>, cancelsTask: Bool) {
        let ended = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = end
            defer { (state.continuation, state.running, state.timer, state.body) = (nil, nil, nil, nil) }
            return state
        }
        guard let ended else { return }
        ended.timer?.cancel()
        if cancelsTask, let running = ended.running {
            running.queue.addOperation { running.task.cancel() }
        }
        answer(ended, end)
    }

    /// Hands the result to whoever waits: the caller, or the reader of the stream.
    private func answer(_ ended: State, _ end: Result<Void, any Error>) {
        do {
            try end.get()
            let body = try ended.body?.finish()
            guard var response = ended.response, let body else { return }
            response.body = body
            response.metrics = ended.metrics
            response.metrics.total = ended.metrics.total ?? time.uptime - started
            ended.continuation?.resume(returning: response)
        } catch {
            ended.body?.abandon(throwing: error)
            ended.continuation?.resume(throwing: error)
        }
    }

    /// What a stream calls when nobody reads it any more.
    private var leave: @Sendable () -> Void {
        { [weak self] in self?.end(throwing: CancellationError()) }
    }

    /// Ends the exchange when nothing has come or gone for the idle timeout, or the head is late. Activity only notes its
    /// time, so a fast body costs no timers.
    private func watch() -> Task<Void, Never>? {
        guard request.options.idleTimeout != nil || request.options.headTimeout != nil else { return nil }
        return Task { [weak self, time] in
            while let due = self?.due {
                guard time.uptime < due else {
                    self?.end(throwing: TransportError(.timeout, mayHaveBeenSent: true))
                    return
                }
                guard (try? await time.sleep(for: due - time.uptime)) != nil else { return }
            }
        }
    }

    /// When the exchange has taken too long, as things stand; `nil` if it may go on for ever.
    private var due: Duration? {
        let (lastActivity, hasHead) = state.withLock { ($0.lastActivity, $0.response != nil) }
        let silence = request.options.idleTimeout.map { lastActivity + $0 }
        let head = hasHead ? nil : request.options.headTimeout.map { started + $0 }
        return [silence, head].compactMap(\.self).min()
    }
}
