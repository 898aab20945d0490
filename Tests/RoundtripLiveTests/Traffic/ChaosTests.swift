import BothRoads
import Foundation
import Testing

@Suite struct Chaos {
    /// GET, PUT, keyed and unkeyed POST against a server that resets, truncates, holds, and answers 429, 503 and 401 at
    /// random: every call ends, nothing is done twice, what succeeded was done once, no descriptor leaks.
    @Test func `nothing is done twice, whatever the server does`() async throws {
        let calls = TestScale.count(ci: 20_000, long: 200_000)
        let outcome = try await ChildProcess.runAlone("RoundtripChaos", ["chaos", "\(calls)", "20310501"])
        print(outcome.output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("every one ended"))
    }
}
