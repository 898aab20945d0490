import Foundation

/// One request that the cache answers or sends, and what becomes of the answer.
struct CacheExchange: Sendable {
    let cache: HTTPCache
    let key: CacheKey
    let request: HTTPRequest
    let context: CallContext
    let next: Next

    /// The statuses that count as an error of the server's (RFC 5861, section 4).
    fileprivate static let failureStatuses: Set<Int> = [500, 502, 503, 504]

    /// A stored answer as this call's.
    func serve(_ response: StoredResponse) -> HTTPResponse {
        let freshness = cache.planner.freshness(of: response, now: context.time.date)
        let age = Duration.seconds(freshness.age.wholeSeconds)
        return response.answer(
            to: request, age: freshness.age, source: freshness.isFresh ? .cache(age: age) : .stale(age: age))
    }

    /// Sends the request, as a question whether `stored` still holds if there is one.
    ///
    /// - Parameter fallback: What is served if the server cannot be reached, fails (RFC 5861, section 4) or is too slow.
    func run(confirming stored: StoredResponse?, fallback: CachePlan.Fallback?) async throws -> HTTPResponse {
        guard let fallback else { return try await send(confirming: stored, hasFallback: false) }
        do {
            let answer = try await withPatience(for: fallback) { context in
                try await send(confirming: stored, hasFallback: true, for: context)
            }
            guard let answer else { return serve(fallback.response) }
            // An error that was stored and has been confirmed is an answer, not a failure.
            let isFailure = answer.source == .network && Self.failureStatuses.contains(answer.status)
            return isFailure && mayServe(fallback) ? serve(fallback.response) : answer
        } catch {
            guard error.allowsStaleAnswer, mayServe(fallback) else { throw error }
            try Task.checkCancellation()
            return serve(fallback.response)
        }
    }

    private func mayServe(_ fallback: CachePlan.Fallback) -> Bool {
        cache.planner.mayServe(fallback, to: request, mode: context.options.cache, now: context.time.date)
    }

    /// The longest that a confirmation may take for which nobody waits: as long as a call.
    private static let longestConfirmation = Duration.seconds(60)

    /// Has the server confirm what was served, on behalf of the cache.
    func confirmForNobody(_ stored: StoredResponse) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = try? await send(
                    confirming: stored.hasValidator ? stored : nil, hasFallback: false, for: context.detached())
            }
            group.addTask { try? await context.time.sleep(for: Self.longestConfirmation) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The answer, or `nil` once the patience is at an end and the fallback may be served; the exchange then goes on, for
    /// the next time. A caller that is cancelled takes the exchange along.
    private func withPatience(
        for fallback: CachePlan.Fallback,
        _ send: @escaping @Sendable (CallContext) async throws -> HTTPResponse
    ) async throws -> HTTPResponse? {
        guard let patience = fallback.patience else { return try await send(context) }
        let shared = SharedExchange(context: context.detached())
        shared.start { try await send(shared.context) }
        defer { context.progress.adopt(shared.context.progress) }
        return try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
            group.addTask { try await shared.value().get() }
            group.addTask {
                try await context.time.sleep(for: patience)
                guard mayServe(fallback) else { return try await shared.value().get() }
                // As one more caller, so that the exchange is not left alone when the other one leaves.
                return shared.join(context.urgency) ? nil : try await shared.value().get()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func send(
        confirming stored: StoredResponse?,
        hasFallback: Bool,
        for context: CallContext? = nil
    ) async throws -> HTTPResponse {
        let context = context ?? self.context
        let number = cache.begin(key)
        defer { cache.end(number) }
        var request = stored.map { self.request.asking(about: $0) } ?? self.request
        if context.options.cache == .reload { request.headers.setDefault("Cache-Control", "max-age=0") }
        request.hasFallback = hasFallback
        let started = context.time.uptime
        let response = try await next(request, for: context)
        // Waits for a token, a place or the next attempt are no part of the answer's age.
        let taken = response.metrics.total ?? context.time.uptime - started
        let received = Reception(
            requestDate: context.time.date.addingTimeInterval(-(taken / .seconds(1))), responseDate: context.time.date)
        guard response.status == 304 else {
            await keep(response, received, number)
            return response
        }
        guard let stored else {
            // The caller's own condition has met; what it has named is confirmed as well.
            await confirm(by: response, to: request, received, number)
            return response
        }
        guard !response.request.isRedirectHop, stored.isConfirmed(by: response.headers) else {
            // A 304 about something else confirms nothing, and has no body to give.
            return try await send(confirming: nil, hasFallback: hasFallback, for: context)
        }
        let confirmed = await freshen(stored, response, received, number)
        if EntityTag(of: response.headers)?.isWeak == false {
            await confirm(by: response, to: request, received, number, besides: stored)
        }
        var answer = confirmed.answer(
            to: self.request, age: cache.planner.freshness(of: confirmed, now: received.responseDate).age,
            source: .revalidated)
        answer.request = response.request
        answer.metrics = response.metrics
        return answer
    }

    private struct Reception {
        let requestDate: Date
        let responseDate: Date
    }

    /// Freshens all stored answers that a 304 is about, besides one that is fresh again already.
    private func confirm(
        by response: HTTPResponse,
        to request: HTTPRequest,
        _ received: Reception,
        _ number: Int,
        besides done: StoredResponse? = nil
    ) async {
        guard mayKeep, !response.request.isRedirectHop else { return }
        let confirmed = await cache.responses(for: key).confirmed(by: response.headers, to: request)
        for stored in confirmed where stored.selection != done?.selection {
            await freshen(stored, response, received, number)
        }
    }

    /// Whether the client lets anything of the answer be kept (RFC 9111, section 5.2.1.5).
    private var mayKeep: Bool { !CacheControl(request.headers, isRequest: true).noStore }

    @discardableResult
    private func freshen(
        _ stored: StoredResponse,
        _ response: HTTPResponse,
        _ received: Reception,
        _ number: Int
    ) async -> StoredResponse {
        let confirmed = stored.freshened(
            by: response.headers, requestDate: received.requestDate, responseDate: received.responseDate)
        if confirmed.mayStay(in: stored.selection, confirmedBy: request) {
            await cache.save(confirmed, for: key, exchange: number)
        } else {
            await cache.remove([key])
        }
        return confirmed
    }

    /// Keeps the answer if it may be kept. One that may not takes the place of what was stored all the same, unless it
    /// is an error of the server's or of this request's.
    private func keep(_ response: HTTPResponse, _ received: Reception, _ number: Int) async {
        if request.method == .head { return await update(by: response, received, number) }
        if let stored = StoredResponse(
            response, to: request, requestDate: received.requestDate, responseDate: received.responseDate)
        {
            await cache.save(stored, for: key, exchange: number)
        } else if response.isSuccess && response.status != 206 || [404, 410].contains(response.status) {
            await cache.remove([key])
        }
    }

    /// An answer to HEAD has the headers that GET would have now (RFC 9111, section 4.3.5).
    private func update(by response: HTTPResponse, _ received: Reception, _ number: Int) async {
        guard response.status == 200, mayKeep, !response.request.isRedirectHop else { return }
        for stored in await cache.responses(for: key)
        where stored.status == 200 && stored.isFor(request) {
            guard stored.isConfirmed(by: response.headers, comparesLength: true) else {
                return await cache.remove([key])
            }
            await freshen(stored, response, received, number)
        }
    }
}

extension HTTPRequest {
    /// The request as a question whether the stored answer still holds (RFC 9111, section 4.3.1).
    fileprivate func asking(about stored: StoredResponse) -> HTTPRequest {
        var request = self
        if let tag = stored.entityTag { request.headers["If-None-Match"] = tag.text }
        // As it was received, so that a server which compares texts finds it equal; the white space around a value is no
        // part of it (RFC 9110, section 5.5), and could not be sent.
        if stored.lastModified != nil, let text = stored.headers.values(for: "Last-Modified").first {
            request.headers["If-Modified-Since"] = String(text.trimmingHTTPWhitespace)
        }
        return request
    }
}

extension Error {
    /// Whether it means that the server cannot be reached or fails, as opposed to one that the caller has to see.
    fileprivate var allowsStaleAnswer: Bool {
        switch self as any Error {
        case let error as TransportError:
            switch error.kind {
            case .offline, .dns, .cannotConnect, .timeout, .connectionLost, .truncatedBody, .unclear: true
            default: false
            }
        // From the renewal of a token, or from a breaker.
        case NetworkError.offline, NetworkError.timeout, NetworkError.connection, NetworkError.circuitOpen: true
        case NetworkError.server(let error): CacheExchange.failureStatuses.contains(error.status)
        default: false
        }
    }
}
