import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Metrics` {
    @Test func `quantiles of a million samples are within 1 % of the exact ones, in the same memory`() throws {
        var random = SeededGenerator(seed: 42)
        var histogram = Histogram()
        let size = { (histogram: Histogram) in
            (Mirror(reflecting: histogram).children.first?.value as? [Int])?.count
        }
        let before = size(histogram)
        // From 20 microseconds to minutes, most of them around 90 milliseconds with a long tail, as calls are.
        var samples = (0..<1_000_000).map { _ in
            let bell = (0..<6).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
            return 90_000 * exp2(bell * 2)
        }
        for sample in samples { histogram.add(.nanoseconds(Int64(sample * 1000))) }
        samples.sort()
        for part in [0.5, 0.9, 0.99, 0.999] {
            let exact = samples[Int((part * 1_000_000).rounded(.up)) - 1]
            let found = try #require(histogram.quantile(part)) / .microseconds(1)
            #expect(abs(found - exact) / exact < 0.01, "\(part): \(found) for \(exact)")
        }
        #expect(histogram.count == 1_000_000)
        #expect(before != nil && size(histogram) == before)
    }

    @Test(arguments: [0, 1, 127, 128, 129, 130, 255, 256, 1000, 65_535, 65_536, 1 << 31, (1 << 32) - 1])
    func `one value is found again, at every border`(microseconds: Int) throws {
        var histogram = Histogram()
        histogram.add(.microseconds(microseconds))
        let found = try #require(histogram.quantile(0.99)) / .microseconds(1)
        #expect(abs(found - Double(microseconds)) <= Double(microseconds) * 0.008)
    }

    @Test func `strange durations count as the nearest end`() throws {
        var histogram = Histogram()
        #expect(histogram.quantile(0.5) == nil)
        histogram.add(.seconds(-5))
        #expect(histogram.quantile(1) == .zero)
        histogram.add(.seconds(Int64.max))
        let highest = try #require(histogram.quantile(1))
        #expect(highest > .seconds(4200) && highest < .seconds(4400))
        for part in [-1, 0, 2, .nan, .infinity] { #expect(histogram.quantile(part) != nil) }
    }

    private let get = Request<EmptyResponse>.get("users/\(7)")

    @Test func `calls are counted for each endpoint by their end`() async throws {
        let metrics = MetricsObserver()
        let bench = try TrafficBench(
            answers: [.json("{}"), .response(503), .json("{}"), .response(401), .json("{}"), .response(404)]
        ) { $0.observers = [metrics] }
        for _ in 0..<4 { _ = try? await bench.client.send(get) }
        _ = try? await bench.client.send(Request<EmptyResponse>.get("others/\("..")"))
        await bench.observers?.drain()
        let snapshot = metrics.snapshot()
        #expect(snapshot.endpoints.map(\.name) == ["others/{}", "users/{}"])
        let users = try #require(snapshot.endpoints.last)
        #expect(users.succeeded == 3 && users.failed == ["server": 1] && users.cancelled == 0)
        #expect(users.statuses == [200: 3, 404: 1])
        #expect(users.attempts == 6 && users.retries == 1 && users.replays == 1)
        #expect(users.bytesReceived == 6)
        #expect(users.errorRate == 0.25)
        #expect(users.latency.count == 4 && users.latency.longest >= 1)
        #expect(snapshot.refreshes == ["renewed": 1])
        #expect(snapshot.endpoints.first?.failed == ["invalidRequest": 1])
    }

    @Test func `a snapshot can be stored and read again`() async throws {
        let metrics = MetricsObserver(time: TestClock())
        let events: [NetworkEvent.Kind] = [
            .callFinished(CallEnd(.succeeded(status: 200), duration: .milliseconds(30))), .cache(.hit), .cache(.miss),
            .cache(.stale), .cache(.bypassed), .elementsDropped(count: 2, path: "[]"), .signedOut(.requested),
            .signedIn,
            .callFinished(CallEnd(.cancelled(mayHaveBeenSent: false), duration: .seconds(3))),
        ]
        for kind in events {
            await metrics.record(NetworkEvent(kind, date: .distantPast, callID: "1", endpoint: "x"))
        }
        let snapshot = metrics.snapshot()
        let read = try JSONDecoder().decode(MetricsSnapshot.self, from: try JSONEncoder().encode(snapshot))
        #expect(read == snapshot)
        let endpoint = try #require(read.endpoints.first)
        #expect(endpoint.cacheHitRatio == 2.0 / 3)
        #expect(endpoint.droppedElements == 2 && endpoint.cancelled == 1 && endpoint.latency.count == 1)
        #expect(read.signOuts == ["requested": 1] && read.signIns == 1)
        #expect(MetricsSnapshot.Endpoint(name: "y").cacheHitRatio == nil)
    }

    @Test func `endpoints beyond the limit are counted together`() async {
        let metrics = MetricsObserver(endpointLimit: 3)
        for number in 0..<50 {
            let end = NetworkEvent.Kind.callFinished(CallEnd(.succeeded(status: 200)))
            await metrics.record(
                NetworkEvent(end, date: .distantPast, callID: "1", endpoint: "e\(number)"))
        }
        let endpoints = metrics.snapshot().endpoints
        #expect(endpoints.map(\.name) == ["e0", "e1", "e2", MetricsObserver.overflowName])
        #expect(endpoints.map(\.succeeded) == [1, 1, 1, 47])
    }

    @Test func `sizes that do not fit saturate`() async {
        let metrics = MetricsObserver()
        var sizes = ExchangeMetrics()
        (sizes.bytesReceived, sizes.bytesSent) = (.max, -1)
        let end = AttemptEnd(number: 1, method: .get, started: .distantPast, outcome: .finished, metrics: sizes)
        for _ in 0..<2 {
            await metrics.record(NetworkEvent(.attemptFinished(end), date: .distantPast, callID: "1", endpoint: "x"))
        }
        #expect(metrics.snapshot().endpoints.map(\.bytesReceived) == [.max])
        #expect(metrics.snapshot().endpoints.map(\.bytesSent) == [0])
    }
}
