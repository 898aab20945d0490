import Foundation
public import Roundtrip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries exchanges over URLSession: one session for all calls, so connections are reused.
///
/// On Linux a POST or PATCH has a connection of its own, because libcurl repeats requests on connections that it reuses.
///
/// It follows no redirect and caches nothing; cookies are stored and sent only for requests whose options ask for it.
/// Cancelling the calling task ends the exchange at once. The idle timeout is its own and precise below a second;
/// URLSession's is set far above.
///
/// On Linux URLSession reaches no host that is given as an IPv6 address, such as `[::1]`: such a call ends with
/// `cannotConnect` before anything is sent.
///
/// On Linux an answer in chunks that ends with trailer fields ends the process, inside URLSession.
///
/// On Linux there is no back-pressure: a streamed body holds at most 16 MiB unread, then fails with `responseTooLarge`.
/// Bodies that come as a stream are written to a temporary file first, whose size becomes the `Content-Length`.
public final class URLSessionTransport: Transport {
    /// What URLSession can only be told for a whole session, not for a request.
    private struct Traits: Hashable {
        let usesCookies: Bool
        let waitsForConnectivity: Bool
        /// Set for a session that serves one exchange and no other.
        let onlyExchange: ObjectIdentifier?

        init(_ exchange: Exchange) {
            usesCookies = exchange.request.options.usesCookies
            waitsForConnectivity = exchange.request.options.waitsForConnectivity
            #if canImport(FoundationNetworking) && !APPLE_TYPECHECK
            // libcurl sends a request again, unasked, when a connection that was used before ends without an answer.
            // A server that has placed an order and lost the connection would get it twice. It does so only on used
            // connections, and a session of its own has none.
            onlyExchange = exchange.request.method.isIdempotent ? nil : ObjectIdentifier(exchange)
            #else
            onlyExchange = nil
            #endif
        }
    }

    private struct State {
        var sessions: [Traits: Session] = [:]
        var isInvalidated = false
    }

    private struct Session {
        let session: URLSession
        let delegate: SessionDelegate
    }

    private let connectionsPerHost: Int
    private let time: any TimeSource
    private let security: TransportSecurity
    private let state = Locked(State())

    /// - Parameters:
    ///   - connectionsPerHost: How many HTTP/1 connections one host gets; further requests wait.
    ///   - time: The clock of the idle timeout and of the metrics.
    public convenience init(connectionsPerHost: Int = 6, time: any TimeSource = SystemTimeSource()) {
        self.init(TransportSecurity(), connectionsPerHost: connectionsPerHost, time: time)
    }

    init(_ security: TransportSecurity, connectionsPerHost: Int, time: any TimeSource) {
        self.connectionsPerHost = max(1, connectionsPerHost)
        self.time = time
        self.security = security
    }

    /// What is still on its way, such as a stream that outlives the client it came from, goes on to its end.
    deinit {
        endSessions { $0.session.finishTasksAndInvalidate() }
    }

    /// Ends every exchange with `connectionLost` and closes all connections. Later requests are not sent.
    public func invalidate() {
        endSessions { entry in
            entry.delegate.stop()
            entry.session.invalidateAndCancel()
        }
    }

    private func endSessions(_ end: @escaping @Sendable (Session) -> Void) {
        let sessions = state.withLock { state in
            state.isInvalidated = true
            defer { state.sessions = [:] }
            return Array(state.sessions.values)
        }
        for entry in sessions {
            // Through the delegate queue, like every cancel: from another thread it can meet a task that is just ending.
            entry.session.delegateQueue.addOperation { end(entry) }
        }
    }

    public func send(_ request: HTTPRequest, delivery: Delivery) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let upload = try await Upload(request.body)
        defer { upload.removeTemporaryFile() }
        let exchange = Exchange(request, delivery: delivery, time: time)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.start(continuation) { try makeTask(for: exchange, upload: upload) }
            }
        } onCancel: {
            exchange.end(throwing: CancellationError())
        }
    }

    /// Makes the task and tells the delegate whose it is. Under the lock, since a task of an invalidated session ends the
    /// process.
    private func makeTask(for exchange: Exchange, upload: Upload) throws -> Exchange.RunningTask {
        let traits = Traits(exchange)
        return try state.withLock { state in
            guard !state.isInvalidated else { throw TransportError(.connectionLost, mayHaveBeenSent: false) }
            let entry = state.sessions[traits] ?? makeSession(traits)
            state.sessions[traits] = entry
            let task = upload.task(in: entry.session, for: exchange.request)
            entry.delegate.add(exchange, for: task)
            return Exchange.RunningTask(task: task, queue: entry.session.delegateQueue)
        }
    }

    /// Lets go of a session whose only exchange has ended.
    private func close(_ traits: Traits) {
        state.withLock { $0.sessions.removeValue(forKey: traits) }?.session.finishTasksAndInvalidate()
    }

    private func makeSession(_ traits: Traits) -> Session {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        if traits.usesCookies {
            configuration.httpCookieStorage = .shared
        } else {
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
        }
        #if !canImport(FoundationNetworking) || APPLE_TYPECHECK
        configuration.waitsForConnectivity = traits.waitsForConnectivity
        #endif
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let delegate = SessionDelegate(security: security) { [weak self] in
            if traits.onlyExchange != nil { self?.close(traits) }
        }
        return Session(
            session: URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue),
            delegate: delegate)
    }
}
