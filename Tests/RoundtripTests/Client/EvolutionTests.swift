import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `API evolution` {
    private final class Notes: Observer {
        private let events = Locked<[NetworkEvent]>([])
        let count: @Sendable (Int) -> Void

        init(count: @escaping @Sendable (Int) -> Void) {
            self.count = count
        }

        var kinds: [NetworkEvent.Kind] { events.withLock { $0.map(\.kind) } }

        func record(_ event: NetworkEvent) async {
            count(
                events.withLock {
                    $0.append(event)
                    return $0.count
                })
        }
    }

    private let get = Request<EmptyResponse>.get("things/\(7)")

    @Test func `426 is one event besides the call's own error`() async throws {
        let told = Gate()
        let notes = Notes { _ in told.open() }
        let bench = try TrafficBench(answers: [.response(426)]) { $0.observers = [notes] }
        let (result, _) = await bench.run { [get] in try await $0.send(get) }
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == 426)
        try await told.wait()
        #expect(notes.kinds == [.upgradeRequired])
    }

    @Test func `a deprecation is told once for each endpoint and dates`() async throws {
        let told = Gate()
        let notes = Notes { if $0 == 2 { told.open() } }
        let headers: HTTPHeaders = ["Deprecation": "@1688169599", "Sunset": "Sun, 30 Jun 2024 23:59:59 GMT"]
        let bench = try TrafficBench(ScriptedTransport { _ in .response(204, headers: headers) }) {
            $0.observers = [notes]
        }
        for id in 0..<5 { _ = try await bench.client.send(Request<Void>.get("things/\(id)")) }
        _ = try await bench.client.send(Request<Void>.get("others"))
        try await told.wait()
        let expected = NetworkEvent.Kind.deprecated(
            since: Date(timeIntervalSince1970: 1_688_169_599), sunset: Date(timeIntervalSince1970: 1_719_791_999))
        #expect(notes.kinds == [expected, expected])
    }

    @Test(
        arguments: [
            ("@1688169599", 1_688_169_599.0), ("@-1", -1), ("@1;x=y", 1),
            ("Sun, 11 Nov 2018 23:59:59 GMT", 1_541_980_799),
            ("true", nil), ("@", nil), ("@1e9", nil), ("", nil), ("@99999999999999999999999", Double(Int.max)),
        ] as [(String, Double?)])
    func `the date of a deprecation is read strictly`(value: String, expected: Double?) {
        let deprecation = Deprecation(["Deprecation": value], now: Date(timeIntervalSince1970: 0))
        #expect(deprecation?.since == expected.map { Date(timeIntervalSince1970: $0) })
        #expect(deprecation != nil)
    }

    @Test func `a slow observer loses events of its own and slows nobody`() async throws {
        let held = Gate()
        struct Slow: Observer {
            let held: Gate
            func record(_ event: NetworkEvent) async { try? await held.wait() }
        }
        let queues = ObserverQueues([Slow(held: held)])
        let event = NetworkEvent(.upgradeRequired, date: .distantPast, callID: "1", endpoint: "x")
        for _ in 0..<(ObserverQueues.capacity + 100) { queues.record(event) }
        #expect(queues.lostEvents >= 99)
        held.open()
    }
}
