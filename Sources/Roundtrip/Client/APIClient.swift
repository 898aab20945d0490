import Foundation

/// The client that features call: builds an endpoint's request, sends it through the row of middleware, and reads the
/// reply.
///
/// It is a value that shares its parts: copying one is free, and all copies use one transport.
public struct APIClient: HTTPClient {
    private let configuration: ClientConfiguration
    private let builder: RequestBuilder
    private let row: Row

    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        builder = RequestBuilder(environment: configuration.environment, encoder: configuration.encoder)
        row = Row(
            steps: configuration.row, transport: configuration.transport,
            insecureHosts: configuration.environment.insecureHosts)
        if let cache = configuration.cache, let credential = configuration.credential { cache.follow(credential) }
        if let observers = configuration.observerQueues { configuration.credential?.report(to: observers) }
    }

    @concurrent
    public func reply<E: Endpoint>(for endpoint: E, options: CallOptions) async throws -> Reply<E.Response> {
        let options = configuration.options.overlaid(with: endpoint.options).overlaid(with: options)
        let call = try call(endpoint, delivery: .buffered(limit: options.bodyLimit), options: options)
        return try await call.ending { report in
            let response = try await exchange(call)
            try Task.checkCancellation()
            let findings = DecodingReport()
            let value = try await DecodingReport.$current.withValue(findings) {
                try await read(endpoint, from: response)
            }
            report.dropped(findings.drops)
            report.end(.succeeded(status: response.status), source: response.source)
            return Reply(
                value: value, status: response.status, headers: response.headers,
                requestID: call.context.id, source: response.source, attempts: call.context.progress.exchanges,
                metrics: response.metrics, drops: findings.drops)
        }
    }

    @concurrent
    public func open<E: Endpoint>(
        _ endpoint: E,
        delivery: Delivery,
        options: CallOptions
    ) async throws -> HTTPResponse {
        let options = configuration.options.overlaid(with: endpoint.options).overlaid(with: options)
        let call = try call(endpoint, delivery: delivery, options: options)
        return try await call.ending { report in
            var response = try await exchange(call)
            if case .stream(let stream) = response.body {
                response.body = .stream(stream.mapError { call.ending(with: $0, isCancelled: Task.isCancelled) })
            }
            report.end(with: &response)
            return response
        }
    }

    private func call(_ endpoint: some Endpoint, delivery: Delivery, options: CallOptions) throws -> Call {
        let request: HTTPRequest
        do {
            try Task.checkCancellation()
            request = try builder.request(for: endpoint, options: options, makeKey: configuration.makeID)
        } catch {
            reportUnsent(endpoint, error)
            throw error
        }
        let deadline = options.deadline.duration(for: request.body).map { configuration.time.uptime + $0 }
        let urgency = CallUrgency(deadline: deadline, priority: options.priority)
        let context = CallContext(
            id: request.headers["X-Request-ID"] ?? configuration.makeID(),
            endpoint: endpoint.path.template,
            requiresAuth: endpoint.requiresAuth,
            idempotency: options.idempotency ?? endpoint.idempotency, delivery: delivery, options: options,
            time: configuration.time, urgency: urgency,
            trace: configuration.traceRandom.map { TraceContext.current ?? TraceContext(random: $0) },
            observers: configuration.observerQueues)
        return Call(request: request, context: context)
    }

    /// A call that ends before it can be sent has a beginning and an end too.
    private func reportUnsent(_ endpoint: some Endpoint, _ error: any Error) {
        guard let observers = configuration.observerQueues else { return }
        let context = CallContext(
            id: configuration.makeID(), endpoint: endpoint.path.template, time: configuration.time,
            observers: observers)
        CallReport(context, method: endpoint.method).end(error)
    }

    /// The session that the call begins in. Of a credential's own error only the type is told.
    private func session() async throws -> CallSession {
        do {
            return try await configuration.credential?.session() ?? .none
        } catch {
            if Task.isCancelled { throw CancellationError() }
            if let error = error as? NetworkError { throw error }
            throw NetworkError.credentialsUnavailable("The credential failed with an error of type \(type(of: error)).")
        }
    }

    /// The reply in the answer. Whatever an endpoint's own reading throws means that the answer has not the promised form.
    private func read<E: Endpoint>(_ endpoint: E, from response: HTTPResponse) async throws -> E.Response {
        do {
            return try await endpoint.read(response, with: configuration.decoder)
        } catch let error as NetworkError {
            throw error
        } catch {
            throw DecodingFailure(error, type: E.Response.self, response: response)
        }
    }

    /// Sends the call through the row and turns an answer that is not 2xx into an error.
    ///
    /// The session is read under the deadline as well: a token store can be slow to answer, or never do.
    private func exchange(_ call: Call) async throws -> HTTPResponse {
        let response = try await call.beforeDeadline {
            var context = call.context
            context.session = try await session()
            return try await row.send(call.request, context: context)
        }
        guard response.isSuccess else {
            throw NetworkError.server(
                ServerError(
                    response: response, requestID: call.context.id, now: configuration.time.date,
                    details: configuration.errorDetails(response)))
        }
        return response
    }
}
