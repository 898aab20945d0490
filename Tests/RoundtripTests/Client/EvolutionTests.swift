import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `API evolution` {
    private let get = Request<EmptyResponse>.get("things/\(7)")

    @Test func `426 is one event besides the call's own error`() async throws {
        let log = EventLog()
        let bench = try TrafficBench(answers: [.response(426)]) { $0.observers = [log] }
        let (result, _) = await bench.run { [get] in try await $0.send(get) }
        guard case .server(let error)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(error.status == 426)
        await bench.observers?.drain()
        #expect(log.events.count { $0.kind == .upgradeRequired } == 1)
    }

    @Test func `a deprecation is told once for each endpoint and dates`() async throws {
        let log = EventLog()
        let headers: HTTPHeaders = ["Deprecation": "@1688169599", "Sunset": "Sun, 30 Jun 2024 23:59:59 GMT"]
        let bench = try TrafficBench(ScriptedTransport { _ in .response(204, headers: headers) }) {
            $0.observers = [log]
        }
        for id in 0..<5 { _ = try await bench.client.send(Request<Void>.get("things/\(id)")) }
        _ = try await bench.client.send(Request<Void>.get("others"))
        await bench.observers?.drain()
        let expected = NetworkEvent.Kind.deprecated(
            since: Date(timeIntervalSince1970: 1_688_169_599), sunset: Date(timeIntervalSince1970: 1_719_791_999))
        #expect(log.events.filter { $0.kind == expected }.map(\.endpoint) == ["things/{}", "others"])
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
