import Foundation

/// Asking, loading, signing in and out.
extension SessionState {
    mutating func asked(_ waiter: Int, _ ask: Ask, _ now: Moment) -> [Effect] {
        waiters[waiter] = ask
        guard case .unknown = phase else { return settle([waiter], now) }
        return load()
    }

    mutating func load() -> [Effect] {
        guard case .unknown = phase, !isLoading else { return [] }
        isLoading = true
        return [.load]
    }

    mutating func loaded(_ result: Result<StoredSession?, TokenDatabaseError>, _ now: Moment) -> [Effect] {
        isLoading = false
        // A sign-in or sign-out that came while the store was read is newer than what was read.
        guard case .unknown = phase else { return [] }
        switch result {
        case .failure(let error):
            // Not readable is not signed out: nothing changes, and the next call reads again.
            return answerAll(.failure(.credentialsUnavailable(error.reason)))
        case .success(let stored?):
            phase = .signedIn(Current(found: stored))
        case .success(nil):
            phase = .signedOut(.noSession)
        }
        return [.announce(status)] + settle(waiters.keys.sorted(), now)
    }

    mutating func signedIn(_ session: StoredSession, _ now: Moment) -> [Effect] {
        var effects = leaveSession(.replaced)
        phase = .signedIn(Current(begun: session))
        unfinishedClear = nil
        effects += [.save(session, known: .unknown), .announce(status)]
        return effects + settle(waiters.keys.sorted(), now)
    }

    mutating func signOutRequested() -> [Effect] {
        let clear = if case .signedIn(let current) = phase { current.clear } else { Clear.everything }
        let wasOut = if case .signedOut = phase { true } else { false }
        var effects = leaveSession(.requested)
        if !wasOut, case .unknown = phase {
            phase = .signedOut(.requested)
            effects.append(.announce(status))
        }
        unfinishedClear = clear
        return effects + answerAll(nil) + [.clear(clear)]
    }

    /// Ends the current session, if there is one: its refresh is forgotten, its waiters are told, the app is told once.
    mutating func leaveSession(_ reason: SignOutReason) -> [Effect] {
        guard case .signedIn = phase else { return [] }
        var effects = endRefresh()
        phase = .signedOut(reason)
        storeFailures = 0
        effects.append(.announce(status))
        let affected = waiters.filter { if case .token(.some, _) = $0.value { true } else { false } }
        return effects + affected.keys.sorted().flatMap { answer($0, .failure(.sessionExpired)) }
    }

    /// The store holds something that this process did not write: another one signed out, in, or renewed the tokens.
    mutating func adopt(_ stored: StoredSession?, _ now: Moment) -> [Effect] {
        guard case .signedIn(var current) = phase else { return [] }
        var effects: [Effect] = []
        if let stored, stored.id == current.session.id {
            let hadSaveFailed = current.hasSaveFailed
            (current.session, current.known, current.isSaving) = (stored, .holds(stored), false)
            (current.hasSaveFailed, current.hasLostAnswer, current.isSavingLateTokens) = (false, false, false)
            phase = .signedIn(current)
            effects += endRefresh() + (hadSaveFailed ? [.announce(status)] : [])
        } else {
            effects += leaveSession(.elsewhere)
            if let stored {
                phase = .signedIn(Current(found: stored))
                effects.append(.announce(status))
            }
        }
        return effects + settle(waiters.keys.sorted(), now)
    }

    // MARK: Answers

    /// Answers those of the waiters that can be answered now, and starts a refresh for the others.
    mutating func settle(_ waiters: [Int], _ now: Moment) -> [Effect] {
        waiters.flatMap { waiter -> [Effect] in
            guard let ask = self.waiters[waiter] else { return [] }
            switch (phase, ask) {
            case (.unknown, _): return []
            case (.signedOut, .identity): return answer(waiter, .identity(nil))
            case (.signedOut, .token): return answer(waiter, .failure(.sessionExpired))
            case (.signedIn(let current), .identity): return answer(waiter, .identity(current.session.id))
            case (.signedIn(let current), .token(let session, let refused)):
                guard session == nil || session == current.session.id else {
                    return answer(waiter, .failure(.sessionExpired))
                }
                return settle(waiter, refused: refused, current, now)
            }
        }
    }

    private mutating func settle(_ waiter: Int, refused: String?, _ current: Current, _ now: Moment) -> [Effect] {
        guard refresh == nil, !current.isSavingLateTokens else { return [] }
        let isRefused = refused == current.accessToken
        guard isRefused || current.session.tokens.isDueForRenewal(at: now.date) else {
            return answer(waiter, .token(current.accessToken))
        }
        guard current.session.tokens.refreshToken != nil else {
            return answer(waiter, isRefused ? .cannotRenew : .token(current.accessToken))
        }
        guard !isRefused || noteRefusal(now) else {
            return answer(
                waiter, .failure(.credentialsUnavailable("New tokens are refused again and again. Try again later.")))
        }
        return startRefresh()
    }

    mutating func answer(_ waiter: Int, _ answer: Answer) -> [Effect] {
        waiters.removeValue(forKey: waiter) == nil ? [] : [.answer(waiter, answer)]
    }

    /// Gives every waiter this answer; `nil` is the one that a signed-out session gives.
    private mutating func answerAll(_ given: Answer?) -> [Effect] {
        waiters.keys.sorted().flatMap { waiter -> [Effect] in
            let isIdentity = waiters[waiter] == .identity
            return answer(waiter, given ?? (isIdentity ? .identity(nil) : .failure(.sessionExpired)))
        }
    }
}
