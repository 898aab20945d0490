import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

/// W3C Trace Context, Recommendation of 23 November 2021.
@Suite struct `Trace context` {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    // Sections 3.2.2, 4
    @Test(arguments: [
        ("00-\(trace)-\(span)-01", true), ("00-\(trace)-\(span)-03", true), ("00-\(trace)-\(span)-00", false),
        ("cc-\(trace)-\(span)-01", true), ("cc-\(trace)-\(span)-01-what-the-future-adds", true),
        ("01-\(trace)-\(span)-00-", false),
    ])
    func `these headers are read`(header: String, isSampled: Bool) throws {
        let context = try #require(TraceContext(traceparent: header))
        #expect(context.traceID == Self.trace)
        #expect(context.spanID == Self.span)
        #expect(context.isSampled == isSampled)
        #expect(context.traceparent == "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")")
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1",
        "ff-\(trace)-\(span)-01",  // not a version
        "00-\(trace)-\(span)-01-more", "00-\(trace)-\(span)-01-",  // version 00 is exactly as long as it is
        "cc-\(trace)-\(span)-01.more", "cc-\(trace)-\(span)-011",  // what follows must be set off
        "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-\(span)-01", "00-\(trace)-00F067AA0BA902B7-01", "0A-\(trace)-\(span)-01",
        "00-\(trace)-\(span)-0A", "00-4bf92f3577b34da6a3ce929d0e0e473g-\(span)-01", " 00-\(trace)-\(span)-01",
        "00_\(trace)_\(span)_01", "00-\(trace)\(span)--01", "00-4bf92f3577b34da6a3ce929d0e0e473\u{e9}-\(span)-01",
    ])
    func `these are refused`(header: String) {
        #expect(TraceContext(traceparent: header) == nil)
    }

    // Section 3.3.1
    @Test(
        arguments: [
            ("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
            ("a=1 , b=2,, ,c=3", "a=1,b=2,c=3"), ("fw529a3039@dt=FfAQ;x", "fw529a3039@dt=FfAQ;x"),
            ("a=1,a=2", nil), ("A=1", nil), ("a", nil), ("a=", nil), ("=1", nil), ("a=b=c", nil), ("a=\u{e9}", nil),
            ("", nil), (",", nil),
            (
                (0..<32).map { "k\($0)=1" }.joined(separator: ","),
                (0..<32).map { "k\($0)=1" }.joined(separator: ",")
            ),
            ((0..<33).map { "k\($0)=1" }.joined(separator: ","), nil),
        ] as [(String, String?)])
    func `a state that breaks a rule is left out, and the ids are kept`(state: String, expected: String?) throws {
        let context = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01", tracestate: state))
        #expect(context.tracestate == expected)
    }

    @Test(arguments: [0, 0.5, 1, .nan, -1, 7, .infinity])
    func `ids are well formed, whatever chance gives`(fraction: Double) throws {
        struct Chance: RandomSource {
            let value: Double
            func fraction() -> Double { value }
        }
        let context = TraceContext(random: Chance(value: fraction))
        let read = try #require(TraceContext(traceparent: context.traceparent))
        #expect(read == context)
        #expect(context.child(random: Chance(value: fraction)).traceID == context.traceID)
    }

    @Test func `ids differ`() {
        let contexts = (0..<1000).map { _ in TraceContext() }
        #expect(Set(contexts.map(\.traceID)).count == 1000)
        #expect(Set(contexts.map(\.spanID)).count == 1000)
    }

    // MARK: In the row

    private let get = Request<EmptyResponse>.get("things")

    @Test func `the attempts of a call are spans of one trace, each told to the observers`() async throws {
        let log = EventLog()
        let bench = try TrafficBench(answers: [.response(503), .response(401), .json("{}")]) {
            $0.observers = [log]
        }
        _ = try await bench.client.send(get)
        await bench.observers?.drain()
        let sent = bench.transport.received.compactMap { $0.headers["traceparent"] }
            .compactMap { TraceContext(traceparent: $0) }
        #expect(sent.count == 3)
        #expect(Set(sent.map(\.traceID)).count == 1)
        #expect(Set(sent.map(\.spanID)).count == 3)
        #expect(log.attempts.map(\.trace) == sent)
    }

    @Test func `a caller's trace is carried on, with its state`() async throws {
        let bench = try TrafficBench(answers: [.json("{}"), .json("{}")])
        let caller = try #require(
            TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-00", tracestate: "congo=t61"))
        try await TraceContext.$current.withValue(caller) { _ = try await bench.client.send(get) }
        _ = try await bench.client.send(get)
        let received = bench.transport.received.map(\.headers)
        let sent = try #require(received[0]["traceparent"].flatMap { TraceContext(traceparent: $0) })
        #expect(sent.traceID == Self.trace && sent.spanID != Self.span && !sent.isSampled)
        #expect(received[0]["tracestate"] == "congo=t61")
        #expect(received[1]["traceparent"]?.contains(Self.trace) == false)
        #expect(received[1]["tracestate"] == nil)
    }

    @Test func `while an attempt is carried, its span is the current one`() async throws {
        let seen = Locked<TraceContext?>(nil)
        let bench = try TrafficBench(
            ScriptedTransport { request in
                seen.withLock { $0 = TraceContext.current }
                return .json("{}")
            })
        _ = try await bench.client.send(get)
        #expect(seen.withLock { $0?.traceparent } == bench.transport.received[0].headers["traceparent"])
        #expect(TraceContext.current == nil)
    }

    @Test func `a request that has a traceparent of its own keeps it, and a client can do without`() async throws {
        let own = Request<EmptyResponse>(.get, "things", headers: ["traceparent": "mine"])
        let bench = try TrafficBench(answers: [.json("{}")])
        _ = try await bench.client.send(own)
        #expect(bench.transport.received[0].headers["traceparent"] == "mine")
        let without = try TrafficBench(answers: [.json("{}")]) { $0.traceRandom = nil }
        _ = try await without.client.send(get)
        #expect(without.transport.received[0].headers["traceparent"] == nil)
    }
}
