import Foundation
import Roundtrip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands each of URLSession's callbacks to the exchange that its task belongs to.
///
/// The session calls it on a serial queue.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Locked([Int: Exchange]())
    private let security: TransportSecurity
    private let taskEnded: @Sendable () -> Void
    private let isStopped = Locked(false)

    /// - Parameter taskEnded: Called after each task's last callback.
    init(security: TransportSecurity, taskEnded: @escaping @Sendable () -> Void) {
        self.security = security
        self.taskEnded = taskEnded
    }

    func add(_ exchange: Exchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    /// To be called before the session and all its tasks are cancelled.
    func stop() {
        isStopped.withLock { $0 = true }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.received(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.sent(totalBytesSent)
    }

    /// The answer to a redirect is the redirect itself; following it is the business of the layer above.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if canImport(FoundationNetworking) && !APPLE_TYPECHECK
        // To a task that is being cancelled, this answer would end the process; the cancellation is answer enough.
        guard !isStopped.withLock({ $0 }), exchange(of: task)?.hasEnded == false else { return }
        #endif
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking) && !APPLE_TYPECHECK
        // A Basic 401 would wait here for ever. Its head and body have arrived, or arrive before the cancellation does.
        exchange(of: task)?.challenged()
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        // Questions about certificates come here too, since there is no method for those of the whole session.
        let (disposition, credential) = security.answer(to: challenge.protectionSpace)
        completionHandler(disposition, credential)
        #endif
    }

    #if !canImport(FoundationNetworking) || APPLE_TYPECHECK
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        exchange(of: task)?.collected(metrics)
    }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
            let refusal = security.refusal(of: exchange.request.url)
            exchange.completed(with: error, response: task.response, refusal: refusal)
        }
        taskEnded()
    }
}
