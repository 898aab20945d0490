import Foundation

extension SessionState {
    /// A moment by both clocks: lifetimes go by the date, intervals by the uptime, which nobody can set.
    struct Moment: Hashable, Sendable {
        let date: Date
        let uptime: Duration
    }

    /// What a sign-out removes from the store.
    enum Clear: Hashable, Sendable {
        case everything
        /// Only these: another process may have signed somebody in since.
        case sessions(Set<SessionID>)
    }

    enum Event: Hashable, Sendable {
        case asked(Int, Ask)
        /// A waiting caller was cancelled.
        case left(Int)
        /// The server has taken this access token.
        case accepted(String)
        case statusWanted
        case loaded(Result<StoredSession?, TokenDatabaseError>)
        case signedIn(StoredSession)
        case signOutRequested
        /// The lock was taken, and this is what the store holds under it; or why not.
        case locked(refresh: Int, Result<StoredSession?, TokenDatabaseError>)
        case exchanged(refresh: Int, session: SessionID, used: String, Outcome)
        case reread(refresh: Int, Result<StoredSession?, TokenDatabaseError>)
        case timedOut(refresh: Int)
        case saved(StoredSession, SaveResult)
        case cleared(Clear, succeeded: Bool)
        /// The time has come to try the store again.
        case retryDue
    }

    enum Outcome: Hashable, Sendable {
        case renewed(Tokens)
        case refused
        case failed(NetworkError, mayHaveLostAnswer: Bool)
    }

    enum SaveResult: Hashable, Sendable {
        case saved
        case failed
        /// Nothing was written, because somebody else had written this in the meantime.
        case overtaken(by: StoredSession?)
    }

    enum Effect: Hashable, Sendable {
        case answer(Int, Answer)
        case announce(SessionStatus)
        case load
        /// Take the lock, then read the store.
        case lock(refresh: Int)
        case exchange(refresh: Int, session: SessionID, refreshToken: String)
        case reread(refresh: Int)
        /// Write the session, if it may replace what the store holds.
        case save(StoredSession, known: StoreKnowledge)
        case clear(Clear)
        case retry(after: Duration)
        /// Give the lock back and forget the refresh.
        case endRefresh(Int)
    }

    /// Changes the state and says what is to be done, in order.
    mutating func apply(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .asked(let waiter, let ask): return asked(waiter, ask, now)
        case .left(let waiter):
            waiters[waiter] = nil
            return []
        case .accepted(let token):
            accepted(token)
            return []
        case .statusWanted: return load()
        case .loaded(let result): return loaded(result, now)
        case .signedIn(let session): return signedIn(session, now)
        case .signOutRequested: return signOutRequested()
        case .locked(let id, let result): return locked(id, result, now)
        case .exchanged(let id, let session, let used, let outcome):
            return exchanged(id, session, used: used, outcome, now)
        case .reread(let id, let result): return reread(id, result, now)
        case .timedOut(let id): return timedOut(id, now)
        case .saved(let session, let result): return saved(session, result, now)
        case .cleared(let clear, let succeeded): return cleared(clear, succeeded: succeeded)
        case .retryDue: return retryDue()
        }
    }
}

extension SessionState.Event {
    /// The refresh that this event decides, and how.
    var refreshOutcome: (refresh: Int, outcome: NetworkEvent.RefreshOutcome)? {
        switch self {
        case .exchanged(let id, _, _, .renewed): (id, .renewed)
        case .exchanged(let id, _, _, .refused): (id, .refused)
        case .exchanged(let id, _, _, .failed(let error, _)): (id, .failed(FailureCategory(error)))
        case .timedOut(let id): (id, .failed(.timeout))
        case .locked(let id, .failure), .reread(let id, .failure): (id, .failed(.credentialsUnavailable))
        default: nil
        }
    }
}
