import BothRoads
import Foundation
import Testing

@Suite struct `The cache and a model of RFC 9111` {
    /// Random sequences of calls, waits, sign-ins and store failures: nothing stale is served without permission, nothing
    /// crosses a session, nothing of a no-store answer gets to the store, every answer is one that the server gave, of the
    /// right age; and what must be served from the cache is.
    @Test func `the cache does what the model says`() async throws {
        let sequences = TestScale.count(ci: 20_000, long: 1_000_000)
        let outcome = try await ChildProcess.runAlone("RoundtripChaos", ["cache", "\(sequences)", "20310601"])
        print(outcome.output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("agree with the model"))
    }
}
