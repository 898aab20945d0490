import Foundation

/// Answers from the cache where that is allowed, asks the server whether stored answers still hold, and keeps new ones.
///
/// `CachePlanner` decides; this carries it out. It stands below the headers, which `Vary` reads, and above the token, so
/// that a hit needs none.
public struct CacheMiddleware: Middleware {
    private let cache: HTTPCache

    public init(_ cache: HTTPCache) {
        self.cache = cache
    }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let key = cache.key(for: request.url, in: context.session) else { return try await next(request) }
        guard request.method.isSafe else { return try await writing(request, key, next) }
        guard request.method == .get || request.method == .head, request.body.isNone,
            case .buffered = context.delivery, context.options.cache != .none
        else { return try await next(request) }
        let mode = context.options.cache
        let exchange = CacheExchange(cache: cache, key: key, request: request, context: context, next: next)
        let stored = await cache.responses(for: key)
        try Task.checkCancellation()
        switch cache.planner.plan(for: request, mode: mode, stored: stored, now: context.time.date) {
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
            return HTTPResponse(status: 504, request: request, source: .cache(age: .zero))
        }
    }

    /// Sends an unsafe request, and forgets what its success has changed (RFC 9111, section 4.4): what is stored for its
    /// URL, and on the same origin for its `Location` and `Content-Location`. One that may have been carried out counts
    /// as success.
    private func writing(_ request: HTTPRequest, _ key: CacheKey, _ next: Next) async throws -> HTTPResponse {
        do {
            let response = try await next(request)
            guard (200..<400).contains(response.status) else { return response }
            let others = ["Location", "Content-Location"]
                .flatMap { response.headers.values(for: $0) }
                .compactMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
                .filter { Origin($0) == Origin(request.url) }
                .compactMap { CacheKey($0, partition: key.partition) }
            await cache.remove([key] + others)
            return response
        } catch {
            if (error as? TransportError)?.mayHaveBeenSent ?? false || error is CancellationError {
                await cache.remove([key])
            }
            throw error
        }
    }
}
