import Foundation

/// Everything an `APIClient` is made of, each part replaceable.
public struct ClientConfiguration: Sendable {
    public var environment: APIEnvironment
    public var transport: any Transport
    public var headers = HeadersMiddleware()
    /// What proves who calls: a `TokenRepository`, or a `FixedCredential`. `nil`: calls carry nothing.
    public var credential: (any Credential)?
    public var encoder: any RequestEncoder = JSONRequestEncoder()
    public var decoder: any ResponseDecoder = JSONResponseDecoder()
    /// Options of every call; an endpoint's and a call's own win over them.
    public var options = CallOptions()
    /// The app's steps that see each call once, outermost.
    public var callMiddleware: [any Middleware] = []
    /// The app's steps that see every attempt and every hop, after the token is set: request signing and the like.
    public var attemptMiddleware: [any Middleware] = []
    /// Reads code and message from the body of an error answer.
    public var errorDetails: @Sendable (HTTPResponse) -> ServerErrorDetails = ServerErrorDetails.standard
    /// Keeps answers and serves them again, in memory unless you give it another store. `nil` for none.
    public var cache: HTTPCache? = HTTPCache()
    /// Who gets to know what happens to calls.
    public var observers: [any Observer] = [] {
        didSet { observerQueues = observers.isEmpty ? nil : ObserverQueues(observers) }
    }
    /// Where events wait for the observers, and how many were lost; `nil` without observers.
    public private(set) var observerQueues: ObserverQueues?
    /// What logs and exports must not show, besides what is always hidden.
    public var redaction = Redaction()
    /// The chance that trace ids are made of; `nil` sends no `traceparent`.
    public var traceRandom: (any RandomSource)? = SystemRandomSource()
    /// The status by which the server says that this version of the app is too old.
    public var upgradeStatus = 426
    /// What retries may add to the load of a server that is down.
    public var retryBudget = RetryBudget.shared
    public var random: any RandomSource = SystemRandomSource()
    /// Headers besides the usual ones and the credential's own that a redirect to another origin must not carry along and
    /// no log or export may show.
    public var credentialHeaders: Set<String> = []
    /// How many exchanges run at a time with each origin.
    public var gate = ConcurrencyGate.Limits()
    /// Set to fail calls fast while their server is down.
    public var circuitBreaker: CircuitBreaker.Thresholds?
    public var time: any TimeSource = SystemTimeSource()
    /// Makes the ids of calls and the idempotency keys: random UUIDs, unless a test wants to know them.
    public var makeID: @Sendable () -> String = { UUID().uuidString.lowercased() }

    public init(environment: APIEnvironment, transport: any Transport) {
        self.environment = environment
        self.transport = transport
    }

    /// The way that token refreshes take. Set environment, transport, headers, observers, time and ids before you
    /// ask for it.
    public var tokenEndpoint: TokenEndpoint {
        TokenEndpoint(
            row: Row(steps: [headers, events], transport: transport, insecureHosts: environment.insecureHosts),
            baseURL: environment.baseURL, options: options.transport, time: time, makeID: makeID,
            traceRandom: traceRandom,
            observers: observerQueues)
    }

    /// The row that every call passes, outermost first. This is the one place where the order is decided.
    var row: [any Middleware] {
        callMiddleware
            + [headers]
            + [EvolutionMiddleware(upgradeStatus: upgradeStatus)]
            + [cache.map { CacheMiddleware($0, credentialHeaders: secretHeaders) }].compactMap(\.self)
            + [Coalescing()]
            + [credential?.middleware(origins: environment.tokenOrigins)].compactMap(\.self)
            + [RetryMiddleware(budget: retryBudget, random: random)]
            + [circuitBreaker.map { CircuitBreaker(thresholds: $0) }].compactMap(\.self)
            + [RedirectMiddleware(credentialHeaders: secretHeaders, insecureHosts: environment.insecureHosts)]
            + [ConcurrencyGate(limits: gate)]
            + attemptMiddleware
            + [events]
    }

    private var secretHeaders: Set<String> { credentialHeaders.union(credential?.headerNames ?? []) }

    private var events: EventMiddleware {
        var redaction = redaction
        redaction.headerNames.formUnion(secretHeaders)
        return EventMiddleware(
            redaction: redaction, baseURL: environment.baseURL, version: environment.version,
            insecureHosts: environment.insecureHosts, random: traceRandom ?? SystemRandomSource())
    }
}
