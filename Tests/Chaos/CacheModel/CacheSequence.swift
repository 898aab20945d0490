import Foundation
import Roundtrip

/// A random sequence of calls, waits, sign-ins and sign-outs through a real cache, each answer held against the model.
///
/// The same seed makes the same sequence.
struct CacheSequence {
    private var random: SeededGenerator
    private let clock = ModelClock()
    private let server: ModelServer
    private let store: FlawedStore
    private let cache: HTTPCache
    private var model: CacheModel
    private var user: String?
    private var former: [String] = []
    /// What was done, for the message of a failure.
    private(set) var steps: [String] = []
    private let isTold: Bool

    /// - Parameter isTold: Whether to write down the steps, which takes longer than to make them.
    init(seed: UInt64, isTold: Bool = false) {
        self.isTold = isTold
        random = SeededGenerator(seed: seed)
        server = ModelServer(clock: clock, takesTime: random.chance(0.4), seed: random.next())
        store = FlawedStore(random.chance(0.6) ? .none : random.one(of: FlawedStore.Flaw.allCases), seed: random.next())
        model = CacheModel(fraction: random.chance(0.3) ? 0.1 : 0)
        cache = HTTPCache(store: store, heuristicFraction: model.fraction)
        if isTold { steps = ["store \(store.flaw), heuristic fraction \(model.fraction)"] }
    }

    /// Runs it.
    ///
    /// - Returns: What went wrong, or `nil`.
    mutating func run() async -> String? {
        for _ in 0..<Int.random(in: 6...14, using: &random) {
            if let problem = await step() { return problem }
            if let complaint = store.complaint { return complaint }
        }
        return nil
    }

    private mutating func tell(_ step: @autoclosure () -> String) {
        if isTold { steps.append(step()) }
    }

    private mutating func step() async -> String? {
        switch random.next() % 20 {
        case 0:
            if let user { former.append(user) }
            user = random.one(of: [nil, "A", "B"])
            let name = user ?? "nobody"
            tell("signed in: \(name)")
            model.signIn(user)
            await cache.sessionIs(user.map { SessionID(rawValue: $0) })
        case 1:
            let seconds = random.one(of: [30, 59, 61, 4000])
            tell("clock set back by \(seconds) s")
            clock.setBack(seconds)
        case 2...6:
            let seconds = random.one(of: [1, 5, 9, 10, 30, 60, 100, 5000])
            tell("\(seconds) s")
            clock.pass(seconds)
        default:
            return await make(ModelCall.any(user: user, former: former, knowing: model.records, &random))
        }
        return nil
    }

    private mutating func make(_ call: ModelCall) async -> String? {
        tell("\(call)")
        server.expect(call)
        let before = (model, clock.now)
        guard let url = URL(string: "https://api.example" + call.path) else { return "no URL" }
        let context = CallContext(
            id: "1", endpoint: "x", session: call.session, options: CallOptions { $0.cache = call.mode }, time: clock)
        let result: Result<HTTPResponse, any Error>
        do {
            let request = HTTPRequest(method: call.method, url: url, headers: call.headers)
            let next = Next { [server] in try server.answer($0) }
            result = .success(try await CacheMiddleware(cache).intercept(request, context: context, next: next))
        } catch {
            result = .failure(error)
        }
        while !cache.isAtRest { await Task.yield() }
        let exchanges = server.take()
        for exchange in exchanges {
            tell("    -> \(exchange.tags ?? "no tag"), \(exchange.since ?? "no date"): \(exchange.outcome)")
            model.note(exchange, in: call)
        }
        tell("    = \(result.map { "\($0.source) \($0.status) \($0.headers["X-Number"] ?? "-")" })")
        let check = CacheCheck(
            call: call, exchanges: exchanges, before: before.0, asked: before.1, after: model, now: clock.now,
            isSound: store.flaw == .none)
        return check.problem(with: result)
    }
}

extension ModelCall {
    /// A random call, some of whose conditions are about what was received.
    static func any(
        user: String?,
        former: [String],
        knowing records: [ModelRecord],
        _ random: inout SeededGenerator
    ) -> ModelCall {
        var call = ModelCall()
        call.method = random.one(of: [.get, .get, .get, .get, .get, .get, .get, .head, .post, .delete])
        call.path = random.one(of: ["/x", "/x", "/x", "/y"])
        switch random.next() % 10 {
        case 0...6: call.session = user.map { .signedIn(SessionID(rawValue: $0)) } ?? .none
        // One that began before the sign-out, and comes to the cache after it.
        case 7 where !former.isEmpty: call.session = .signedIn(SessionID(rawValue: random.one(of: former)))
        case 8: call.session = .unavailable("locked")
        default: call.session = .none
        }
        call.mode =
            random.perhaps(
                0.3, [.reload, .cacheElseNetwork, .networkElseCache(within: .seconds(600)), .only, .none]) ?? .standard
        for name in ["a", "B"] { call.fields[name] = random.perhaps(0.3, ["1", "2"]) }
        call.key = random.perhaps(0.1, ["K1", "K2"])
        if random.chance(0.3) { call.wish = .any(&random) }
        guard call.isRead else { return call }
        let known = records.isEmpty ? nil : random.one(of: records).answer
        if random.chance(0.1) {
            let tag = known?.tag ?? "\"none\""
            call.condition = random.one(of: [
                .tags(["\"0\"", tag]), .tags([tag]), .tags(["\"0\""]), .tags(["*"]),
                .since(known?.modified ?? 1_924_000_000),
            ])
        }
        if call.method == .get, random.chance(0.1) {
            let first = Int.random(in: 0...9, using: &random)
            call.part = Part(first: first, last: first + 2, condition: random.chance(0.3) ? known?.tag : nil)
        }
        call.isForOriginAlone = random.chance(0.02)
        return call
    }
}

extension ModelCall.Wish {
    fileprivate static func any(_ random: inout SeededGenerator) -> Self {
        var wish = Self()
        wish.noStore = random.chance(0.15)
        wish.noCache = random.chance(0.15)
        wish.maxAge = random.perhaps(0.3, [0, 5, 30])
        wish.minFresh = random.perhaps(0.2, [1, 30])
        wish.maxStale = random.perhaps(0.4, [5, 60, .max])
        wish.onlyIfCached = random.chance(0.2)
        wish.staleIfError = random.perhaps(0.2, [10, 100])
        return wish
    }
}
