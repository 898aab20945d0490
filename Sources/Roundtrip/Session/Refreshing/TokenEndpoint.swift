import Foundation

/// The way to the server that refreshes take: the common headers, then the transport.
///
/// A refresh is seen and identified like any call, but passes neither auth nor retry nor the gate, so it never waits
/// behind the calls that wait for it. Make one with `ClientConfiguration.tokenEndpoint`.
public struct TokenEndpoint: Sendable {
    let row: Row
    let baseURL: URL
    let options: TransportOptions
    let time: any TimeSource
    let makeID: @Sendable () -> String
    let traceRandom: (any RandomSource)?
    let observers: ObserverQueues?

    /// Sends a POST to a path below the base URL, or to a whole URL, and returns the answer.
    ///
    /// - Throws: `RefreshFailure` or `CancellationError`.
    func post(_ body: Data, contentType: String, to location: String, headers: HTTPHeaders) async throws -> HTTPResponse
    {
        guard let url = url(location) else {
            let sentence = "The address of the token endpoint cannot be joined to the base URL."
            throw RefreshFailure(.invalidRequest(sentence), mayHaveLostAnswer: false)
        }
        var request = HTTPRequest(method: .post, url: url, headers: headers, body: .data(body), options: options)
        request.headers["Content-Type"] = contentType
        let context = CallContext(
            id: makeID(), endpoint: "token refresh", requiresAuth: false,
            delivery: .buffered(limit: Delivery.errorBodyLimit), time: time,
            trace: traceRandom.map { TraceContext.current ?? TraceContext(random: $0) }, observers: observers)
        let report = CallReport(context, method: .post)
        do {
            let response = try await row.send(request, context: context)
            report.end(
                response.isSuccess
                    ? .succeeded(status: response.status) : .failed(.server, status: response.status),
                source: response.source)
            return response
        } catch {
            report.end(error)
            throw failure(error, of: request, context)
        }
    }

    private func failure(_ error: any Error, of request: HTTPRequest, _ context: CallContext) -> any Error {
        switch error {
        case let error as TransportError:
            // The call that waits was answered 401, so its outcome is known, whatever became of the refresh.
            RefreshFailure(
                NetworkError(error, method: .get, host: request.url.host(), idempotencyKey: nil),
                mayHaveLostAnswer: error.mayHaveBeenSent)
        case let error as NetworkError:
            RefreshFailure(error, mayHaveLostAnswer: context.progress.exchanges > 0)
        default: error
        }
    }

    /// The failure that an error answer stands for which refuses nothing.
    ///
    /// After one that does not tell whether the work was done, the server may have made new tokens.
    func failure(_ response: HTTPResponse) -> RefreshFailure {
        let error = ServerError(
            response: response, requestID: response.request.headers["X-Request-ID"], now: time.date,
            details: .standard(response))
        return RefreshFailure(
            .server(error), mayHaveLostAnswer: ServerError.unclearStatuses.contains(response.status))
    }

    private func url(_ location: String) -> URL? {
        if let whole = URL(string: location), Origin(whole) != nil { return whole }
        return try? EndpointPath(target: .relative([.literal(location)])).url(base: baseURL, version: nil, query: [:])
    }
}
