import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Circuit breaker` {
    @Test func `it opens after so many failures in a row, says when it will try again, and closes after a success`() {
        var state = BreakerState(thresholds: .init(failures: 3, openFor: .seconds(30)))
        state.record(.failure, at: .zero)
        state.record(.failure, at: .zero)
        state.record(.success, at: .zero)
        for _ in 0..<3 {
            let wait1 = state.admit(at: .seconds(1))
            #expect(wait1 == nil)
            state.record(.failure, at: .seconds(1))
        }
        let wait2 = state.admit(at: .seconds(11))
        #expect(wait2 == .seconds(20))
        let wait3 = state.admit(at: .seconds(31))
        #expect(wait3 == nil)
        let wait4 = state.admit(at: .seconds(31))
        #expect(wait4 == .seconds(30))
        state.record(.success, at: .seconds(32))
        #expect(state.phase == .closed(failures: 0))
    }

    @Test func `a failed probe opens it again, and a probe that says nothing lets the next one try`() {
        var state = BreakerState(thresholds: .init(failures: 1, openFor: .seconds(30)))
        state.record(.failure, at: .zero)
        let wait5 = state.admit(at: .seconds(30))
        #expect(wait5 == nil)
        state.record(.failure, at: .seconds(31))
        let wait6 = state.admit(at: .seconds(31))
        #expect(wait6 == .seconds(30))
        let wait7 = state.admit(at: .seconds(61))
        #expect(wait7 == nil)
        state.record(.unclear, at: .seconds(62))
        let wait8 = state.admit(at: .seconds(62))
        #expect(wait8 == nil)
    }

    @Test func `a probe that never ends keeps nobody out for ever`() {
        var state = BreakerState(thresholds: .init(failures: 1, openFor: .seconds(30)))
        state.record(.failure, at: .zero)
        let wait9 = state.admit(at: .seconds(30))
        #expect(wait9 == nil)
        let wait10 = state.admit(at: .seconds(59))
        #expect(wait10 == .seconds(1))
        let wait11 = state.admit(at: .seconds(60))
        #expect(wait11 == nil)
    }

    @Test func `answers to calls from before it opened change nothing`() {
        var state = BreakerState(thresholds: .init(failures: 1, openFor: .seconds(30)))
        state.record(.failure, at: .zero)
        state.record(.success, at: .seconds(1))
        state.record(.failure, at: .seconds(2))
        let wait12 = state.admit(at: .seconds(10))
        #expect(wait12 == .seconds(20))
    }

    @Test func `an open circuit fails the call at once and sends nothing`() async throws {
        let bench = try TrafficBench(ScriptedTransport { _ in .response(503) }) {
            $0.circuitBreaker = .init(failures: 3, openFor: .seconds(30))
        }
        let get = Request<EmptyResponse>.get("things")
        _ = await bench.run { try await $0.send(get) }
        #expect(bench.transport.received.count == 3)
        let (result, _) = await bench.run { try await $0.send(get) }
        guard case .circuitOpen(let wait)? = result.networkError else {
            Issue.record("\(result)")
            return
        }
        #expect(wait > .zero && wait <= .seconds(30))
        #expect(bench.transport.received.count == 3)
    }
}
