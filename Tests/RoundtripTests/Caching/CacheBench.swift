import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

/// A cache between calls and a scripted server, on a clock that tests move.
struct CacheBench {
    /// What the server says to one request.
    typealias Handler = @Sendable (ScriptedTransport.Request) async throws -> ScriptedTransport.Answer?

    let clock = TestClock(date: Date(timeIntervalSince1970: 1_924_992_000))
    let cache: HTTPCache
    let transport: ScriptedTransport
    let outcomes = OutcomeObserver()
    private let observers: ObserverQueues
    private let row: Row

    init(heuristicFraction: Double = 0, store: any CacheStore = MemoryCacheStore(), _ handler: @escaping Handler) {
        cache = HTTPCache(store: store, heuristicFraction: heuristicFraction)
        transport = ScriptedTransport(handler)
        observers = ObserverQueues([outcomes])
        row = Row(
            steps: [
                CacheMiddleware(cache, credentialHeaders: ["X-Session"]),
                RetryMiddleware(budget: RetryBudget(), random: FixedRandom(0)),
                RedirectMiddleware(),
            ],
            transport: transport, insecureHosts: [])
    }

    /// Answers one after the other.
    init(
        heuristicFraction: Double = 0,
        store: any CacheStore = MemoryCacheStore(),
        _ answers: [ScriptedTransport.Answer]
    ) {
        let rest = Locked(answers[...])
        self.init(heuristicFraction: heuristicFraction, store: store) { _ in rest.withLock { $0.popFirst() } }
    }

    static func text(
        _ body: String,
        _ headers: HTTPHeaders = [:],
        status: Int = 200
    ) -> ScriptedTransport.Answer {
        .response(status, headers: headers, body: Data(body.utf8))
    }

    var received: [ScriptedTransport.Request] { transport.received }

    func wait(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }

    /// An HTTP date so many seconds from the beginning.
    func date(_ seconds: Int) -> String {
        HTTPDate.string(from: Date(timeIntervalSince1970: 1_924_992_000).addingTimeInterval(TimeInterval(seconds)))
    }

    @discardableResult
    func send(
        _ method: HTTPMethod = .get,
        _ path: String = "/x",
        headers: HTTPHeaders = [:],
        mode: CacheMode = .standard,
        session: CallSession = .none,
        redirects: RedirectMode = .manual,
        body: HTTPBody = .none,
        limit: Int = 64 << 20
    ) async throws -> HTTPResponse {
        let url = try #require(URL(string: "https://api.example" + path))
        let context = CallContext(
            id: "1", endpoint: "x", session: session, delivery: .buffered(limit: limit),
            options: CallOptions {
                $0.cache = mode
                $0.redirects = redirects
            }, time: clock, observers: observers)
        return try await row.send(
            HTTPRequest(method: method, url: url, headers: headers, body: body), context: context)
    }
}

extension HTTPResponse {
    var bodyText: String { String(decoding: data, as: UTF8.self) }

    /// In one word, for tables.
    var sourceName: String {
        switch source {
        case .network: "network"
        case .cache: "cache"
        case .revalidated: "revalidated"
        case .stale: "stale"
        }
    }
}

/// Collects what the cache is said to have had for each call.
final class OutcomeObserver: Observer {
    private let seen = Locked<[NetworkEvent.CacheOutcome]>([])

    func record(_ event: NetworkEvent) async {
        if case .cache(let outcome) = event.kind { seen.withLock { $0.append(outcome) } }
    }

    /// The outcomes so far, once there are as many.
    func first(_ count: Int) async -> [NetworkEvent.CacheOutcome] {
        while seen.withLock({ $0.count }) < count { await Task.yield() }
        return seen.withLock { $0 }
    }
}
