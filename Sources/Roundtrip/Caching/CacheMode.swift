/// How a call uses what is stored.
public enum CacheMode: Sendable, Hashable {
    /// As RFC 9111 says: fresh answers without a request, stale ones after the server has confirmed them.
    case standard
    /// Asks the server whatever is stored, for a pull to refresh. Only what the server has called immutable and is still
    /// fresh is not asked about (RFC 8246).
    case reload
    /// What is stored, however old; the network if there is nothing.
    case cacheElseNetwork
    /// The network; what is stored, however old, if that is offline, fails, or takes longer than this. The slow answer is
    /// still received, for the next time.
    case networkElseCache(within: Duration)
    /// What is stored, however old; otherwise the call ends with status 504, and nothing is sent.
    case only
    /// As if there were no cache: nothing is looked up or kept.
    case none

    /// Whether a request with this wish may be sent (RFC 9111, section 5.2.1.7).
    func mayFetch(_ wish: CacheControl) -> Bool {
        switch self {
        case .only: false
        case .none: true
        case .standard, .reload, .cacheElseNetwork, .networkElseCache: !wish.onlyIfCached
        }
    }

    /// How long the network is waited for while something else could be served; `nil` for as long as it takes.
    var patience: Duration? {
        if case .networkElseCache(let patience) = self { patience } else { nil }
    }
}

extension CallOptions {
    private enum CacheModeKey: CallOptionKey { static let defaultValue = CacheMode.standard }

    /// How the call uses what is stored.
    ///
    /// "However old" never goes against the server: an answer that says `no-cache`, or `must-revalidate` and is stale, is
    /// not used without asking.
    public var cache: CacheMode {
        get { self[CacheModeKey.self] }
        set { self[CacheModeKey.self] = newValue }
    }
}
