import Foundation

@testable import Roundtrip

/// Rules that are broken on purpose, wrapped around the real ones from outside: each must be found by the exploration.
enum SessionVariant: String, CaseIterable, Sendable {
    case slotKeptAfterFailure
    case sessionNotCompared
    case refusedTokenNotCompared
    case releasedBeforeSaving
    case secondRefreshAllowed
    case oldRefreshTokenKept
    case failureTakenAsRefusal
    case waitersForgottenOnFailure
    case storeNotClearedOnSignOut
    case notReadAgainAfterRefusal
    case notReadUnderTheLock
    case unreadableTakenAsEmpty
    case signedOutTwice
    case othersWorkOverwritten
    case lockNotTaken
    case leavingEndsTheRefresh
    case failedSaveForgotten
    case waitersOfOldSessionKept

    var apply: SessionWorld.Apply {
        { state, event, now in self.change(&state, event, now) }
    }

    private func change(
        _ state: inout SessionState,
        _ event: SessionState.Event,
        _ now: SessionState.Moment
    ) -> [SessionState.Effect] {
        let before = state
        switch (self, event) {
        case (.slotKeptAfterFailure, .exchanged(_, _, _, .failed)):
            let effects = state.apply(event, at: now)
            state.refresh = before.refresh
            return effects
        case (.sessionNotCompared, .exchanged(_, _, _, .renewed(let tokens))):
            guard case .signedIn(var current) = state.phase else { return state.apply(event, at: now) }
            current.session = StoredSession(id: current.session.id, tokens: tokens)
            state.phase = .signedIn(current)
            return [.save(current.session, known: .unknown)]
        case (.refusedTokenNotCompared, .asked(let id, .token(let session, .some))):
            guard case .signedIn(let current) = state.phase else { return state.apply(event, at: now) }
            return state.apply(.asked(id, .token(session, refused: current.accessToken)), at: now)
        case (.releasedBeforeSaving, .exchanged(_, _, _, .renewed(let tokens))):
            let effects = state.apply(event, at: now)
            guard state.refresh?.step == .saving else { return effects }
            let waiters = state.waiters.keys.sorted()
            state.waiters = [:]
            return effects + waiters.map { .answer($0, .token(tokens.accessToken)) }
        case (.secondRefreshAllowed, .asked):
            state.refresh = nil
            return state.apply(event, at: now)
        case (.oldRefreshTokenKept, .exchanged(let id, let session, let used, .renewed(let tokens))):
            let old = Tokens(accessToken: tokens.accessToken, refreshToken: used, receivedAt: tokens.receivedAt)
            return state.apply(.exchanged(refresh: id, session: session, used: used, .renewed(old)), at: now)
        case (.failureTakenAsRefusal, .exchanged(let id, let session, let used, .failed)):
            return state.apply(.exchanged(refresh: id, session: session, used: used, .refused), at: now)
        case (.waitersForgottenOnFailure, .exchanged(_, _, _, .failed)):
            return state.apply(event, at: now).filter { if case .answer = $0 { false } else { true } }
        case (.storeNotClearedOnSignOut, .signOutRequested):
            let effects = state.apply(event, at: now)
            state.unfinishedClear = nil
            return effects.filter { if case .clear = $0 { false } else { true } }
        case (.notReadAgainAfterRefusal, .reread(let id, .success)):
            guard case .signedIn(let current) = state.phase else { return state.apply(event, at: now) }
            return state.apply(.reread(refresh: id, .success(current.session)), at: now)
        case (.notReadUnderTheLock, .locked(let id, .success)):
            guard case .signedIn(let current) = state.phase else { return state.apply(event, at: now) }
            return state.apply(.locked(refresh: id, .success(current.session)), at: now)
        case (.unreadableTakenAsEmpty, .loaded(.failure)):
            return state.apply(.loaded(.success(nil)), at: now)
        case (.signedOutTwice, .signOutRequested):
            let effects = state.apply(event, at: now)
            return effects + effects.filter { if case .announce = $0 { true } else { false } }
        case (.othersWorkOverwritten, .exchanged):
            return state.apply(event, at: now).map { effect in
                if case .save(let session, _) = effect { .save(session, known: .unknown) } else { effect }
            }
        case (.lockNotTaken, _):
            return state.apply(event, at: now).map { effect in
                guard case .lock(let id) = effect, case .signedIn(let current) = state.phase,
                    let token = current.session.tokens.refreshToken
                else { return effect }
                state.refresh?.step = .exchanging
                return .exchange(refresh: id, session: current.session.id, refreshToken: token)
            }
        case (.leavingEndsTheRefresh, .left):
            let effects = state.apply(event, at: now)
            guard let refresh = state.refresh else { return effects }
            state.refresh = nil
            return effects + [.endRefresh(refresh.id)]
        case (.failedSaveForgotten, .saved(_, .failed)):
            return state.apply(event, at: now).filter { if case .retry = $0 { false } else { true } }
        case (.waitersOfOldSessionKept, .signedIn):
            let effects = state.apply(event, at: now)
            for (id, ask) in before.waiters { state.waiters[id] = ask }
            return effects.filter { if case .answer = $0 { false } else { true } }
        default:
            return state.apply(event, at: now)
        }
    }
}
