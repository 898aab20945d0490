/// What the fleet and its server go through. Times are in seconds.
struct Scenario {
    var clients = 1_000_000
    /// Calls of one client, at random moments.
    var callsPerMinute = 8.0
    var warmUp = 30
    /// While it lasts every connection is refused.
    var outage = 60
    var afterwards = 120
    /// What the server can answer after the outage, as a multiple of the steady load; the rest gets 503.
    var capacity = 1.5
    /// The share of calls that fail at random while the server is healthy.
    var isolatedFailures = 0.01
    var seed: UInt64 = 1

    var duration: Int { warmUp + outage + afterwards }
    var steadyLoad: Double { Double(clients) * callsPerMinute / 60 }

    func isOut(at second: Int) -> Bool { second >= warmUp && second < warmUp + outage }
}

/// How the clients retry.
struct Strategy {
    let name: String
    /// Whether waits are random (full jitter) or always the longest.
    let hasJitter: Bool
    /// `nil`: every retry that the policy allows is made.
    let budget: (capacity: Double, refill: Double)?
}
