import BothRoads
import Testing

@Suite struct `A flood of calls` {
    @Test func `64 callers with 2,000 calls each meet no failure, and leave no descriptor open`() async throws {
        let each = TestScale.count(ci: 2_000, long: 2_000)
        let outcome = try await ChildProcess.runAlone("RoundtripChaos", ["flood", "\(each)"])
        print(outcome.output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\(64 * each) of \(64 * each) answered"))
    }
}
