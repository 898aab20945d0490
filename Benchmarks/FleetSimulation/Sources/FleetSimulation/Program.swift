import Foundation
import Roundtrip

/// Shows what a fleet of clients does to a server that fails, and what the numbers of `RetryBudget` were chosen from.
@main
enum Program {
    static let chosen = (capacity: 3.0, refill: 0.1)
    static let strategies = [
        Strategy(name: "no jitter", hasJitter: false, budget: nil),
        Strategy(name: "jitter", hasJitter: true, budget: nil),
        Strategy(name: "jitter and budget", hasJitter: true, budget: chosen),
    ]

    static func main() throws {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            FileHandle.standardError.write(Data(Options.usage.utf8))
            exit(64)
        }
        var scenario = Scenario()
        scenario.clients = options.clients
        print(
            "\(scenario.clients) clients, \(Int(scenario.callsPerMinute)) calls a minute each, "
                + "\(scenario.outage) s outage, seed \(scenario.seed)")
        let results = try strategies.map { ($0, try play(scenario, $0)) }
        printLoad(scenario, results)
        if options.showsFrontier { try printFrontier(scenario) }
        if let path = options.svg {
            let chart = Chart(scenario: scenario, lines: results.map { ($0.0.name, $0.1.attempts) })
            try chart.svg.write(toFile: path, atomically: true, encoding: .utf8)
        }
        if let problem = problem(scenario, results[2].1) {
            FileHandle.standardError.write(Data("The budget does not keep its promise: \(problem).\n".utf8))
            exit(1)
        }
    }

    /// The outage, and ten healthy minutes for the isolated failures: a budget that fills too slowly shows only in time.
    private static func play(_ scenario: Scenario, _ strategy: Strategy) throws -> Simulation.Result {
        var result = try Simulation(scenario, strategy).run()
        var healthy = scenario
        healthy.clients = min(scenario.clients, 100_000)
        (healthy.warmUp, healthy.outage, healthy.afterwards) = (600, 0, 0)
        let minutes = try Simulation(healthy, strategy).run()
        (result.isolatedFailures, result.isolatedRetries) = (minutes.isolatedFailures, minutes.isolatedRetries)
        return result
    }

    private static func printLoad(_ scenario: Scenario, _ results: [(Strategy, Simulation.Result)]) {
        print("\nRequests per second, as multiples of the steady load of \(Int(scenario.steadyLoad)) a second:")
        print("second  " + results.map { column($0.0.name) }.joined())
        for second in stride(from: 0, to: scenario.duration, by: 5) {
            let loads = results.map { Double($0.1.attempts[second]) / scenario.steadyLoad }
            print(String(format: "%6d  ", second) + loads.map { column(String(format: "%.2f", $0)) }.joined())
        }
        print("\n        " + results.map { column($0.0.name) }.joined())
        row("amplification", results) { $0.1.amplification }
        row("highest later", results) { wave(scenario, $0.1) }
        row("isolated retried", results) { $0.1.retriedIsolated }
    }

    private static func printFrontier(_ scenario: Scenario) throws {
        var smaller = scenario
        smaller.clients = min(scenario.clients, 20_000)
        print(
            "\nThe frontier, with \(smaller.clients) clients: amplification in the outage / isolated failures retried / "
                + "highest wave afterwards")
        let refills = [0.02, 0.05, 0.1, 0.2, 0.5]
        print("capacity" + refills.map { column("refill \($0)", 24) }.joined())
        for capacity in [1.0, 2, 3, 4, 5, 6, 8, 10] {
            let cells = try refills.map { refill in
                let result = try play(smaller, Strategy(name: "", hasJitter: true, budget: (capacity, refill)))
                return column(
                    String(
                        format: "%.2f / %.2f %% / %.2f", result.amplification, result.retriedIsolated * 100,
                        wave(smaller, result)), 24)
            }
            print(String(format: "%8.0f", capacity) + cells.joined())
        }
    }

    /// The highest load of any second after the outage, as a multiple of the steady one.
    private static func wave(_ scenario: Scenario, _ result: Simulation.Result) -> Double {
        let later = result.attempts.dropFirst(scenario.warmUp + scenario.outage)
        return Double(later.max() ?? 0) / scenario.steadyLoad
    }

    /// What was promised: at most 1.5 requests a call during the outage, 99 % of isolated failures retried, and no wave
    /// above twice the steady load.
    private static func problem(_ scenario: Scenario, _ result: Simulation.Result) -> String? {
        if result.amplification > 1.5 { return "the outage amplifies calls by \(result.amplification)" }
        if result.retriedIsolated < 0.99 {
            return "only \(result.retriedIsolated * 100) % of isolated failures are retried"
        }
        if wave(scenario, result) > 2 {
            return "a wave of \(wave(scenario, result)) times the steady load comes after it"
        }
        return nil
    }

    private static func row(
        _ name: String,
        _ results: [(Strategy, Simulation.Result)],
        _ value: ((Strategy, Simulation.Result)) -> Double
    ) {
        print(
            name.padding(toLength: 16, withPad: " ", startingAt: 0)
                + results.map { column(String(format: "%.3f", value($0)), 20) }.joined())
    }

    private static func column(_ text: String, _ width: Int = 20) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}

struct Options {
    var clients = 1_000_000
    var showsFrontier = false
    var svg: String?

    static let usage = """
        Usage: FleetSimulation [--clients N] [--frontier] [--svg FILE]

        """

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--clients":
                guard let count = rest.popFirst().flatMap({ Int($0) }), (1...10_000_000).contains(count) else {
                    return nil
                }
                clients = count
            case "--frontier": showsFrontier = true
            case "--svg":
                guard let path = rest.popFirst() else { return nil }
                svg = path
            default: return nil
            }
        }
    }
}
