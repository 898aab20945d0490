import Foundation

/// Answers from the cache where that is allowed, asks the server whether stored answers still hold, and keeps new ones.
///
/// `CachePlanner` decides; this carries it out. It stands below the headers, which `Vary` reads, and above the token, so
/// that a hit needs none.
public struct CacheMiddleware: Middleware {
    private let cache: HTTPCache
    private let credentialHeaders: Set<String>

    /// - Parameter credentialHeaders: Headers besides the usual ones that prove who sends a request. Where a request has
    ///   one of its own, its answer is for the same value alone.
    public init(_ cache: HTTPCache, credentialHeaders: Set<String> = []) {
        self.cache = cache
        self.credentialHeaders = Set(credentialHeaders.map { $0.lowercased() })
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard request.method.isSafe else { return try await writing(request, context, next) }
        guard request.method == .get || request.method == .head, request.body.isNone,
            case .buffered = context.delivery, context.options.cache != .none,
            let key = cache.key(for: request.url, in: context.session)
        else {
            context.record(.cache(.bypassed))
            return try await passing(request, context, next)
        }
        do {
            guard let response = try await reading(request, key, context, next) else {
                context.record(.cache(.miss))
                return Self.unsatisfied(request)
            }
            context.record(.cache(response.cacheOutcome))
            return response
        } catch {
            if !(error is CancellationError) { context.record(.cache(.miss)) }
            throw error
        }
    }

    /// The answer, or `nil` where nothing usable is stored and nothing may be sent.
    private func reading(
        _ request: HTTPRequest,
        _ key: CacheKey,
        _ context: CallContext,
        _ next: Next
    ) async throws -> HTTPResponse? {
        var request = request
        request.credentialHeaderNames.formUnion(credentialHeaders)
        let exchange = CacheExchange(cache: cache, key: key, request: request, context: context, next: next)
        let stored = await cache.responses(for: key).filter { Self.maySee($0, request, context) }
        try Task.checkCancellation()
        switch cache.planner.plan(for: request, mode: context.options.cache, stored: stored, now: context.time.date) {
        case .serve(let response):
            return exchange.serve(response)
        case .serveAndRevalidate(let response):
            cache.inBackground(key) { await exchange.confirmForNobody(response) }
            return exchange.serve(response)
        case .revalidate(let response, let fallback):
            return try await exchange.run(confirming: response, fallback: fallback)
        case .fetch(let fallback):
            return try await exchange.run(confirming: nil, fallback: fallback)
        case .fail:
            return nil
        }
    }

    /// Whether the call takes such an answer at all: no more bytes than it allows, and a redirect only as one.
    private static func maySee(_ stored: StoredResponse, _ request: HTTPRequest, _ context: CallContext) -> Bool {
        guard case .buffered(let limit) = context.delivery, context.options.redirects == .manual || !stored.isRedirect
        else { return false }
        return request.method == .head || stored.body.count <= limit
    }

    /// Sends a request that nothing stored can answer, if anything may be sent. A header does not hold back an unsafe one
    /// (RFC 9111, section 4); the mode does.
    private func passing(_ request: HTTPRequest, _ context: CallContext, _ next: Next) async throws -> HTTPResponse {
        let wish = request.method.isSafe ? CacheControl(request.headers, isRequest: true) : CacheControl()
        return context.options.cache.mayFetch(wish) ? try await next(request) : Self.unsatisfied(request)
    }

    private static func unsatisfied(_ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(status: 504, request: request, source: .cache(age: .zero))
    }

    /// Sends an unsafe request, and forgets what its success has changed (RFC 9111, section 4.4): what is stored for its
    /// URL and for the one that redirects have led to, and on that one's origin for its `Location` and
    /// `Content-Location`. One that may have been carried out counts as success.
    private func writing(_ request: HTTPRequest, _ context: CallContext, _ next: Next) async throws -> HTTPResponse {
        do {
            let response = try await passing(request, context, next)
            guard (200..<400).contains(response.status) else { return response }
            let target = response.request.url
            let others = ["Location", "Content-Location"]
                .flatMap { response.headers.values(for: $0).prefix(4) }
                .compactMap { URL(string: $0, relativeTo: target)?.absoluteURL }
                .filter { Origin($0) == Origin(target) }
            await cache.forget([request.url, target] + others, for: context.session)
            await keep(response, toWriting: request, context)
            return response
        } catch {
            if (error as? TransportError)?.mayHaveBeenSent ?? false || error is CancellationError {
                await cache.forget([request.url], for: context.session)
            }
            throw error
        }
    }
}

extension CacheMiddleware {
    /// The answer to a POST is what GET would get now, if it says so: with its own URL as `Content-Location`, and a lifetime
    /// (RFC 9110, section 9.3.3).
    private func keep(_ response: HTTPResponse, toWriting request: HTTPRequest, _ context: CallContext) async {
        let control = CacheControl(response.headers)
        guard request.method == .post, response.status == 200, !response.request.isRedirectHop,
            context.options.cache != .none, control.maxAge != nil || response.headers.contains("Expires"),
            let location = response.headers["Content-Location"].flatMap({ URL(string: $0, relativeTo: request.url) }),
            let key = cache.key(for: request.url, in: context.session),
            CacheKey(location.absoluteURL, partition: key.partition) == key
        else { return }
        var read = HTTPRequest(url: request.url, headers: request.headers)
        read.credentialHeaderNames = request.credentialHeaderNames.union(credentialHeaders)
        let now = context.time.date
        guard let stored = StoredResponse(response, to: read, requestDate: now, responseDate: now) else { return }
        let number = cache.begin(key)
        defer { cache.end(number) }
        await cache.save(stored, for: key, exchange: number)
    }
}

extension HTTPResponse {
    fileprivate var cacheOutcome: NetworkEvent.CacheOutcome {
        switch source {
        case .network: .miss
        case .cache: .hit
        case .revalidated: .revalidated
        case .stale: .stale
        }
    }
}
