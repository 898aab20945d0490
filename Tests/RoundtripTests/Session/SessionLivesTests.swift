import BothRoads
import Testing

@Suite struct `Session, lives in random order` {
    /// The real repository over a server, a store and a lock that do anything, with calls, late 401s, sign-ins, sign-outs
    /// and cancellations in between; `RoundtripChaos session 1 SEED` tells what happened in a life that broke a promise.
    ///
    /// - One refresh in flight at most, and no refresh token sent again after an answer that replaced it.
    /// - Signed out only by a definite refusal or when asked.
    /// - No token before it is saved, none of another session, none that was just refused.
    /// - Nobody waits when there is nothing to wait for, and who is cancelled leaves at once.
    /// - Once all works again, the store holds what is true.
    @Test func `no order of events on the real repository breaks a promise`() async throws {
        let lives = TestScale.count(ci: 10_000, long: 1_000_000)
        let outcome = try await ChildProcess.runAlone("RoundtripChaos", ["session", "\(lives)", "20310501"])
        print(outcome.output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\(lives) lives"))
    }
}
