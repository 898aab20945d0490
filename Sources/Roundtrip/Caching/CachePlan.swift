import Foundation

/// What to do about a request, given what is stored.
enum CachePlan: Hashable, Sendable {
    /// Answer with this, and send nothing.
    case serve(StoredResponse)
    /// Answer with this, which is stale, and have it confirmed in the background (RFC 5861, section 3).
    case serveAndRevalidate(StoredResponse)
    /// Ask the server whether this still holds.
    case revalidate(StoredResponse, fallback: Fallback?)
    /// Send the request as it is.
    case fetch(fallback: Fallback?)
    /// Nothing usable is stored, and nothing may be sent: 504 (RFC 9111, section 5.2.1.7).
    case fail

    /// What may be served if the server fails.
    struct Fallback: Hashable, Sendable {
        let response: StoredResponse
        /// The longest wait for the network before it is served; `nil` for as long as the network takes.
        var patience: Duration?
    }
}

/// Decides what to do about a GET or HEAD (RFC 9111, section 4). Pure: the time comes in as a value.
struct CachePlanner: Sendable {
    /// Which part of the time since the last modification counts as fresh where the server gives no lifetime; 0 for none.
    var heuristicFraction = 0.0

    /// - Parameter stored: All that is stored for the URL.
    func plan(for request: HTTPRequest, mode: CacheMode, stored: [StoredResponse], now: Date) -> CachePlan {
        let wish = CacheControl(request.headers, isRequest: true)
        let mayFetch = mode.mayFetch(wish)
        let miss = mayFetch ? CachePlan.fetch(fallback: nil) : .fail
        guard !wish.noStore, mode != .none, !request.isForOriginAlone,
            let response = stored.filter({ $0.isFor(request) }).newest
        else { return miss }
        let candidate = candidate(response, wish, now)
        // What depends on conditions of the caller's own, or is a part, can be answered from here while fresh. Otherwise
        // the server has to see the request as it is.
        let isPlain = !request.hasOwnCondition
        if candidate.mayServe(in: mode), isPlain || candidate.freshness.isFresh { return .serve(response) }
        guard mayFetch, isPlain, request.method == .get else { return miss }
        if mode == .standard, candidate.mayServeWhileRevalidating { return .serveAndRevalidate(response) }
        let fallback =
            candidate.mayServeOnError(in: mode)
            ? CachePlan.Fallback(response: response, patience: mode.patience) : nil
        return response.hasValidator ? .revalidate(response, fallback: fallback) : .fetch(fallback: fallback)
    }

    /// Whether a fallback of the plan may be served now, which can be long after the plan was made.
    func mayServe(_ fallback: CachePlan.Fallback, to request: HTTPRequest, mode: CacheMode, now: Date) -> Bool {
        candidate(fallback.response, CacheControl(request.headers, isRequest: true), now).mayServeOnError(in: mode)
    }

    private func candidate(_ response: StoredResponse, _ wish: CacheControl, _ now: Date) -> CacheCandidate {
        CacheCandidate(control: response.cacheControl, wish: wish, freshness: freshness(of: response, now: now))
    }

    func freshness(of response: StoredResponse, now: Date) -> Freshness {
        Freshness(of: response, now: now, heuristicFraction: heuristicFraction)
    }
}

extension StoredResponse {
    /// Whether the server can be asked if it still holds.
    var hasValidator: Bool { entityTag != nil || lastModified != nil }
}

extension HTTPRequest {
    /// Whether the caller has set a condition that a cache can judge, or asks for a part (RFC 9111, section 4.3.2).
    var hasOwnCondition: Bool {
        ["If-None-Match", "If-Modified-Since", "If-Range", "Range"].contains(where: headers.contains)
    }

    /// Whether it carries a condition that only the origin can judge (RFC 9110, section 13.1).
    var isForOriginAlone: Bool {
        ["If-Match", "If-Unmodified-Since"].contains(where: headers.contains)
    }
}
