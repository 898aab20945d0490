/// Limits how much retries can add to the load of a server that is down: a bucket of tokens for each origin.
///
/// Every retry takes one token, every call that succeeds puts a part of one back, up to `capacity`. While a server is
/// healthy the bucket stays full and each failure is retried; while it is down nothing comes back, so a client adds at
/// most `capacity` requests to those that its user makes.
///
/// The numbers are made for a phone, which makes about eight calls a minute. Server-side ones, such as 500 tokens, never
/// run out there. `Benchmarks/FleetSimulation` shows what they were chosen from: with 3 tokens and a tenth back for each
/// success, an outage of a minute sees at most 1.5 times its calls, and 99 % of isolated failures are still retried.
public final class RetryBudget: Sendable {
    /// The one that all clients of a process use unless they are given another.
    public static let shared = RetryBudget()

    /// In thousandths of a token, so that ten tenths are exactly one.
    private let capacity: Int
    private let refill: Int
    /// Only origins whose bucket is not full.
    private let spent = Locked([Origin: Int]())

    private static let token = 1000

    /// - Parameters:
    ///   - capacity: How many retries can be made in a row.
    ///   - refill: What a success puts back.
    public init(capacity: Double = 3, refill: Double = 0.1) {
        self.capacity = Self.thousandths(capacity)
        self.refill = Self.thousandths(refill)
    }

    private static func thousandths(_ tokens: Double) -> Int {
        Int((tokens.clamped(to: 0...1e9) * Double(token)).rounded())
    }

    /// Whether a retry could be paid for.
    public func isAvailable(for origin: Origin) -> Bool {
        spent.withLock { capacity - ($0[origin] ?? 0) >= Self.token }
    }

    /// Pays for one retry, or returns `false` and takes nothing.
    public func withdraw(for origin: Origin) -> Bool {
        spent.withLock { spent in
            let used = spent[origin] ?? 0
            guard capacity - used >= Self.token else { return false }
            spent[origin] = used + Self.token
            return true
        }
    }

    /// Puts back what a success is worth.
    public func deposit(for origin: Origin) {
        spent.withLock { spent in
            guard let used = spent[origin] else { return }
            let rest = used - refill
            spent[origin] = rest > 0 ? rest : nil
        }
    }
}
