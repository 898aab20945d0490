import BothRoads
import Foundation
import Roundtrip
import RoundtripDiagnostics
import Testing

/// Gives every client of a test secrets to send, listens at every sink while the test runs, and searches what came out.
struct LeakWatch: TestTrait, SuiteTrait, TestScoping {
    private static let secrets: HTTPHeaders = [
        "Cookie": "sid=WATCHMARK-1", "X-Api-Key": "WATCHMARK-2", "X-Amz-Security-Token": "WATCHMARK-3",
        "Proxy-Authorization": "Basic WATCHMARK-4", "X-Session": "WATCHMARK-5",
    ]

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        for text in try await Self.leaks(of: function) { Issue.record("a secret came out: \(text)") }
    }

    /// What comes out of any sink, while this runs, that has a secret in it.
    static func leaks(of function: @concurrent @Sendable () async throws -> Void) async throws -> [String] {
        let sinks = Sinks()
        let watch = StageWatch(prepare: sinks.join, follow: sinks.follow)
        try await Stage.$watch.withValue(watch) { try await function() }
        return try await sinks.texts().filter { $0.contains("WATCHMARK") }
    }

    private final class Sinks: Sendable {
        private let (log, lines, metrics) = (EventLog(wantsDetails: true), Notes<String>(), MetricsObserver())
        private let recorder = HARObserver()
        private let queues = Locked<[ObserverQueues]>([])

        @Sendable func join(_ configuration: inout ClientConfiguration) {
            let logger = LogObserver(level: .debug, showsCurl: true) { [lines] in lines.add($1) }
            configuration.environment.headers = LeakWatch.secrets.overlaid(with: configuration.environment.headers)
            configuration.credentialHeaders.insert("X-Session")
            configuration.observers += [log, logger, metrics, recorder]
        }

        @Sendable func follow(_ observers: ObserverQueues) {
            queues.withLock { $0.append(observers) }
        }

        func texts() async throws -> [String] {
            for observers in queues.withLock({ $0 }) { await observers.drain() }
            let (snapshot, har) = (metrics.snapshot(), recorder.har())
            return lines.all + log.events.flatMap { printings(ofValue: $0) } + printings(ofValue: snapshot)
                + [snapshot.prometheusText, String(decoding: try har.json(), as: UTF8.self), Report(har).html]
        }
    }
}

extension Trait where Self == LeakWatch {
    static var watchedForLeaks: Self { LeakWatch() }
}
