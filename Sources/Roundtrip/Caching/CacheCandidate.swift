import Foundation

/// A stored answer that matches a request, judged by what the server and the client allow.
struct CacheCandidate: Hashable, Sendable {
    /// What the server has said with the answer.
    let control: CacheControl
    /// What the client says with the request.
    let wish: CacheControl
    let freshness: Freshness

    /// Whether it may answer the request without asking the server.
    func mayServe(in mode: CacheMode) -> Bool {
        guard control.noCache != .all, wish.noCache == .none else { return false }
        switch mode {
        case .none: return false
        case .reload: return isImmutable
        case .cacheElseNetwork, .only: return freshness.isFresh || mayBeStale
        case .networkElseCache: return wish.onlyIfCached && meetsWish
        case .standard: return meetsWish
        }
    }

    /// Whether it may answer while the server is asked behind it (RFC 5861, section 3).
    var mayServeWhileRevalidating: Bool {
        guard let window = control.staleWhileRevalidate, mayBeStale, wish.noCache == .none, wish.minFresh == nil,
            meetsMaxAge
        else { return false }
        return freshness.staleness <= TimeInterval(window)
    }

    /// Whether it may answer when the server cannot be reached or fails (RFC 5861, section 4).
    func mayServeOnError(in mode: CacheMode) -> Bool {
        guard freshness.isFresh || mayBeStale, control.noCache != .all, wish.noCache == .none else { return false }
        switch mode {
        case .networkElseCache: return true
        case .standard, .cacheElseNetwork:
            let limit = [control.staleIfError, wish.staleIfError].compactMap(\.self).max()
            return limit.map { freshness.staleness <= TimeInterval($0) } ?? false
        case .reload, .only, .none: return false
        }
    }

    /// The server may forbid use while stale, whatever the client would take (RFC 9111, section 4.2.4).
    private var mayBeStale: Bool { !control.mustRevalidate && control.noCache != .all }

    private var isImmutable: Bool { control.isImmutable && freshness.isFresh }

    /// RFC 9111, section 5.2.1.
    private var meetsWish: Bool {
        guard meetsMaxAge else { return false }
        if freshness.isFresh { return -freshness.staleness >= TimeInterval(wish.minFresh ?? 0) }
        guard mayBeStale, wish.minFresh == nil else { return false }
        switch wish.maxStale {
        case nil: return false
        case .any: return true
        case .seconds(let limit): return freshness.staleness <= TimeInterval(limit)
        }
    }

    /// A reload with `max-age=0` is not about what cannot change (RFC 8246, section 2).
    private var meetsMaxAge: Bool {
        guard let maxAge = wish.maxAge else { return true }
        return freshness.age <= TimeInterval(maxAge) || (maxAge == 0 && isImmutable)
    }
}
