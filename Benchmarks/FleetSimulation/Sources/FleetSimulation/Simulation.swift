import Foundation
import Roundtrip

/// Plays a scenario in virtual time, with the product's own policy and budget.
///
/// Time moves in steps of a tenth of a second. Each client makes calls at random moments; a failed attempt is given to
/// `BackoffRetryPolicy`, and its retry comes back at the moment that the policy says, if the client's `RetryBudget` pays.
struct Simulation {
    struct Result {
        /// Requests that reached the server, or found nobody there, in each second.
        var attempts: [Int]
        var outageCalls = 0
        var outageAttempts = 0
        var isolatedFailures = 0
        var isolatedRetries = 0

        /// How many requests each call of the outage became.
        var amplification: Double { Double(outageAttempts) / Double(max(1, outageCalls)) }
        /// The share of isolated failures that were retried.
        var retriedIsolated: Double { Double(isolatedRetries) / Double(max(1, isolatedFailures)) }
    }

    private struct Event {
        let client: Int32
        /// 0 for a new call, otherwise how many attempts have failed.
        let failures: UInt8
        let begunAt: Int32
    }

    static let stepsPerSecond = 10

    let scenario: Scenario
    let strategy: Strategy
    private let policy = BackoffRetryPolicy()
    private let origin: Origin

    init(_ scenario: Scenario, _ strategy: Strategy) throws {
        self.scenario = scenario
        self.strategy = strategy
        guard let url = URL(string: "https://api.example"), let origin = Origin(url) else {
            throw CocoaError(.formatting)
        }
        self.origin = origin
    }

    func run() -> Result {
        var generator = SeededGenerator(seed: scenario.seed)
        let steps = scenario.duration * Self.stepsPerSecond
        var timeline = [[Event]](repeating: [], count: steps)
        let budgets = strategy.budget.map { budget in
            (0..<scenario.clients).map { _ in RetryBudget(capacity: budget.capacity, refill: budget.refill) }
        }
        for client in 0..<scenario.clients {
            schedule(Event(client: Int32(client), failures: 0, begunAt: 0), after: pause(&generator), at: 0, &timeline)
        }
        var result = Result(attempts: Array(repeating: 0, count: scenario.duration))
        for step in 0..<steps {
            let second = step / Self.stepsPerSecond
            var capacity = Int(scenario.steadyLoad * scenario.capacity / Double(Self.stepsPerSecond))
            let events = timeline[step].shuffled(using: &generator)
            timeline[step] = []
            for event in events {
                result.attempts[second] += 1
                let isNew = event.failures == 0
                let begunAt = isNew ? Int32(step) : event.begunAt
                if isNew {
                    schedule(
                        Event(client: event.client, failures: 0, begunAt: 0), after: pause(&generator), at: step,
                        &timeline)
                }
                if scenario.isOut(at: Int(begunAt) / Self.stepsPerSecond) {
                    result.outageCalls += isNew ? 1 : 0
                    result.outageAttempts += 1
                }
                let budget = budgets?[Int(event.client)]
                guard let failure = outcome(at: second, &capacity, isNew: isNew, &generator) else {
                    budget?.deposit(for: origin)
                    continue
                }
                let isIsolated = isNew && second < scenario.warmUp
                result.isolatedFailures += isIsolated ? 1 : 0
                let elapsed = Double(step - Int(begunAt)) / Double(Self.stepsPerSecond)
                let attempt = FailedAttempt(
                    outcome: failure, attempt: Int(event.failures) + 1, timeLeft: .seconds(60 - elapsed),
                    hasBudget: budget?.isAvailable(for: origin) ?? true,
                    fraction: strategy.hasJitter ? generator.fraction() : 1)
                guard case .retry(let wait) = policy.decision(for: attempt), budget?.withdraw(for: origin) ?? true
                else { continue }
                result.isolatedRetries += isIsolated ? 1 : 0
                schedule(
                    Event(client: event.client, failures: event.failures + 1, begunAt: begunAt),
                    after: wait / .seconds(1), at: step, &timeline)
            }
        }
        return result
    }

    /// What the server makes of one request; `nil` is a success.
    private func outcome(
        at second: Int,
        _ capacity: inout Int,
        isNew: Bool,
        _ generator: inout SeededGenerator
    ) -> FailedAttempt.Outcome? {
        if scenario.isOut(at: second) { return .failure(TransportError(.cannotConnect, mayHaveBeenSent: false)) }
        guard capacity > 0 else { return .status(503, retryAfter: nil) }
        capacity -= 1
        guard isNew, generator.fraction() < scenario.isolatedFailures else { return nil }
        return .failure(TransportError(.connectionLost, mayHaveBeenSent: true))
    }

    /// The time to a client's next call: exponential, so that calls are spread like those of people.
    private func pause(_ generator: inout SeededGenerator) -> Double {
        -log(max(generator.fraction(), 1e-12)) * 60 / scenario.callsPerMinute
    }

    private func schedule(_ event: Event, after seconds: Double, at step: Int, _ timeline: inout [[Event]]) {
        let target = step + max(1, Int((seconds * Double(Self.stepsPerSecond)).rounded()))
        if target < timeline.count { timeline[target].append(event) }
    }
}
