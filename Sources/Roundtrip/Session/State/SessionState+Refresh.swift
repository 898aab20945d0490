import Foundation

/// One refresh from the lock to the saved tokens.
extension SessionState {
    mutating func startRefresh() -> [Effect] {
        guard case .signedIn(let current) = phase, refresh == nil else { return [] }
        refreshCount += 1
        refresh = Refresh(id: refreshCount, session: current.session.id)
        return [.lock(refresh: refreshCount)]
    }

    /// Counts a refusal of the current token; `false` if there have been too many soon after a refresh.
    mutating func noteRefusal(_ now: Moment) -> Bool {
        guard case .signedIn(var current) = phase else { return false }
        let isQuick = current.renewedAt.map { now.uptime - $0 < Self.loopWindow } ?? false
        guard !isQuick || current.quickRefusals < Self.loopLimit else { return false }
        current.quickRefusals = isQuick ? current.quickRefusals + 1 : 0
        phase = .signedIn(current)
        return true
    }

    /// Tokens that worked and are refused later have run out; that is no loop, however soon it comes.
    mutating func accepted(_ token: String) {
        guard case .signedIn(var current) = phase, current.accessToken == token else { return }
        (current.renewedAt, current.quickRefusals) = (nil, 0)
        phase = .signedIn(current)
    }

    mutating func endRefresh() -> [Effect] {
        guard let ended = refresh else { return [] }
        refresh = nil
        return [.endRefresh(ended.id)]
    }

    /// The refresh with this id and the session it is for, if both are still current.
    private func current(_ id: Int, _ step: Refresh.Step) -> Current? {
        guard case .signedIn(let current) = phase, let refresh, refresh.id == id, refresh.step == step else {
            return nil
        }
        return current
    }

    mutating func locked(
        _ id: Int,
        _ result: Result<StoredSession?, TokenDatabaseError>,
        _ now: Moment
    ) -> [Effect] {
        guard var current = current(id, .locking) else { return [] }
        switch result {
        case .failure(let error):
            return failed(.credentialsUnavailable(error.reason), now)
        case .success(let stored) where current.isForeign(stored):
            return adopt(stored, now)
        case .success(let found):
            guard let token = current.session.tokens.refreshToken else { return failed(.sessionExpired, now) }
            current.known.found(found, using: current.session)
            phase = .signedIn(current)
            refresh?.step = .exchanging
            return [.exchange(refresh: id, session: current.session.id, refreshToken: token)]
        }
    }

    mutating func exchanged(
        _ id: Int,
        _ session: SessionID,
        used: String,
        _ outcome: Outcome,
        _ now: Moment
    ) -> [Effect] {
        guard case .signedIn(var current) = phase, current.session.id == session else { return [] }
        let isInFlight = self.current(id, .exchanging) != nil
        guard current.session.tokens.refreshToken == used else {
            // Newer tokens have come by another way: from another process, or from a refresh that had been given up.
            return isInFlight ? endRefresh() + settle(waiters.keys.sorted(), now) : []
        }
        switch outcome {
        case .renewed(let tokens):
            // Also when the refresh had been given up: these tokens have replaced the ones that it used.
            current.session = StoredSession(id: session, tokens: tokens)
            let isWriting = current.isSaving
            current.isSaving = true
            current.known.mayHold(current.session)
            current.renewedAt = now.uptime
            current.hasLostAnswer = false
            current.isSavingLateTokens = !isInFlight
            phase = .signedIn(current)
            if isInFlight { refresh?.step = .saving }
            return isWriting ? [] : [.save(current.session, known: current.known)]
        case .refused where isInFlight:
            refresh?.step = .rereading
            return [.reread(refresh: id)]
        case .failed(let error, let mayHaveLostAnswer) where isInFlight:
            current.hasLostAnswer = current.hasLostAnswer || mayHaveLostAnswer
            phase = .signedIn(current)
            return failed(error, now)
        case .refused, .failed:
            return []
        }
    }

    /// The server refused the token. If another process has stored newer ones meanwhile, that is why; otherwise the
    /// session has ended.
    mutating func reread(
        _ id: Int,
        _ result: Result<StoredSession?, TokenDatabaseError>,
        _ now: Moment
    ) -> [Effect] {
        guard let current = current(id, .rereading) else { return [] }
        switch result {
        case .failure(let error):
            return failed(.credentialsUnavailable(error.reason), now)
        case .success(let stored) where current.isForeign(stored):
            return adopt(stored, now)
        case .success:
            let clear = current.clear
            unfinishedClear = clear
            return leaveSession(.refused(afterLostAnswer: current.hasLostAnswer))
                + settle(waiters.keys.sorted(), now) + [.clear(clear)]
        }
    }

    mutating func timedOut(_ id: Int, _ now: Moment) -> [Effect] {
        guard case .signedIn(var current) = phase, let refresh, refresh.id == id else { return [] }
        switch refresh.step {
        case .saving:
            return release(now)
        case .exchanging:
            current.hasLostAnswer = true
            phase = .signedIn(current)
            return failed(.timeout, now)
        case .locking, .rereading:
            return failed(.timeout, now)
        }
    }

    /// The refresh came to nothing. Whoever can do with the current token gets it, the others get the reason.
    private mutating func failed(_ error: NetworkError, _ now: Moment) -> [Effect] {
        let effects = endRefresh()
        guard case .signedIn(let current) = phase else { return effects }
        let isExpired = current.session.tokens.isExpired(at: now.date)
        return effects
            + waiters.keys.sorted().flatMap { waiter -> [Effect] in
                guard case .token(_, let refused)? = waiters[waiter] else { return [] }
                guard !isExpired, refused != current.accessToken else { return answer(waiter, .failure(error)) }
                return current.isSavingLateTokens ? [] : answer(waiter, .token(current.accessToken))
            }
    }

    /// The new tokens are saved, or cannot be: everybody gets them.
    private mutating func release(_ now: Moment) -> [Effect] {
        let effects = endRefresh()
        guard case .signedIn(let current) = phase else { return effects }
        return effects + waiters.keys.sorted().flatMap { answer($0, .token(current.accessToken)) }
    }

    // MARK: The store

    mutating func saved(_ session: StoredSession, _ result: SaveResult, _ now: Moment) -> [Effect] {
        guard case .signedIn(var current) = phase, current.session.id == session.id, current.isSaving else { return [] }
        switch result {
        case .saved where session != current.session, .failed where session != current.session:
            // Newer tokens came while these were written; now it is their turn.
            if result == .saved { current.known = .holds(session) }
            current.known.mayHold(current.session)
            phase = .signedIn(current)
            return [.save(current.session, known: current.known)]
        case .overtaken(let stored):
            return adopt(stored, now)
        case .saved:
            let hadFailed = current.hasSaveFailed
            (current.known, current.isSaving, current.hasSaveFailed, storeFailures) = (.holds(session), false, false, 0)
            current.isSavingLateTokens = false
            phase = .signedIn(current)
            return (hadFailed ? [.announce(status)] : []) + releaseAfterSaving(now)
        case .failed:
            let hadFailed = current.hasSaveFailed
            (current.isSaving, current.hasSaveFailed) = (false, true)
            current.isSavingLateTokens = false
            phase = .signedIn(current)
            return (hadFailed ? [] : [.announce(status)]) + releaseAfterSaving(now) + retryLater()
        }
    }

    private mutating func releaseAfterSaving(_ now: Moment) -> [Effect] {
        refresh?.step == .saving ? release(now) : settle(waiters.keys.sorted(), now)
    }

    mutating func cleared(_ clear: Clear, succeeded: Bool) -> [Effect] {
        if !succeeded, case .signedOut = phase, unfinishedClear == nil {
            // A removal before this one has worked; this one was asked for later, and the store may hold something again.
            unfinishedClear = clear
        }
        guard unfinishedClear == clear else { return [] }
        guard succeeded else { return retryLater() }
        unfinishedClear = nil
        storeFailures = 0
        return []
    }

    mutating func retryDue() -> [Effect] {
        isRetryScheduled = false
        if let unfinishedClear { return [.clear(unfinishedClear)] }
        guard case .signedIn(var current) = phase, current.hasSaveFailed, !current.isSaving else { return [] }
        // A refresh in flight is about to write newer tokens.
        guard refresh == nil else { return retryLater() }
        current.isSaving = true
        phase = .signedIn(current)
        return [.save(current.session, known: current.known)]
    }

    /// 1, 2, 4 ... seconds, at most a minute.
    private mutating func retryLater() -> [Effect] {
        guard !isRetryScheduled else { return [] }
        isRetryScheduled = true
        storeFailures = min(storeFailures + 1, 7)
        return [.retry(after: .seconds(min(60, 1 << (storeFailures - 1))))]
    }
}
