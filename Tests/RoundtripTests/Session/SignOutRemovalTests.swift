import Foundation
import Testing

@testable import Roundtrip

/// What the rules make of removals that fail, whatever the order in which their ends are told.
@Suite struct `Removals at sign-out` {
    private let now = SessionState.Moment(date: Date(timeIntervalSince1970: 0), uptime: .zero)

    private func signedOutTwice() -> SessionState {
        var state = SessionState()
        for _ in 1...2 {
            #expect(state.apply(.signOutRequested, at: now).contains(.clear(.everything)))
        }
        return state
    }

    @Test func `the later of two fails after the earlier has worked, and is tried again`() {
        var state = signedOutTwice()
        #expect(state.apply(.cleared(.everything, succeeded: true), at: now).isEmpty)
        #expect(state.apply(.cleared(.everything, succeeded: false), at: now) == [.retry(after: .seconds(1))])
        #expect(state.apply(.retryDue, at: now) == [.clear(.everything)])
        #expect(state.apply(.cleared(.everything, succeeded: false), at: now) == [.retry(after: .seconds(2))])
        #expect(state.apply(.retryDue, at: now) == [.clear(.everything)])
        #expect(state.apply(.cleared(.everything, succeeded: true), at: now).isEmpty)
        #expect(state.unfinishedClear == nil)
    }

    @Test func `the earlier of two fails and the later works, so there is nothing left to do`() {
        var state = signedOutTwice()
        #expect(state.apply(.cleared(.everything, succeeded: false), at: now) == [.retry(after: .seconds(1))])
        #expect(state.apply(.cleared(.everything, succeeded: true), at: now).isEmpty)
        #expect(state.apply(.retryDue, at: now).isEmpty)
    }

    @Test func `one that fails after a new sign-in is forgotten`() {
        var state = signedOutTwice()
        let tokens = Tokens(accessToken: "T", refreshToken: "R", receivedAt: now.date)
        let session = StoredSession(id: SessionID(rawValue: "B"), tokens: tokens)
        #expect(state.apply(.signedIn(session), at: now).contains(.save(session, known: .unknown)))
        for _ in 1...2 {
            #expect(state.apply(.cleared(.everything, succeeded: false), at: now).isEmpty)
        }
        #expect(state.apply(.retryDue, at: now).isEmpty)
    }
}
