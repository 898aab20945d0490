import Foundation

@testable import Roundtrip

extension SessionWorld {
    /// Feeds an event to the rules and carries the effects out, checking each against what is promised.
    mutating func run(_ event: SessionState.Event, _ apply: Apply) {
        for effect in apply(&state, event, Self.now) {
            if case .lock = effect { checkNeed() }
            carryOut(effect)
        }
    }

    private mutating func carryOut(_ effect: SessionState.Effect) {
        switch effect {
        case .answer(let caller, let answer): check(answer, to: caller)
        case .announce(let status): check(status)
        case .load: storeQueue.append(.load)
        case .save(let session, let known): storeQueue.append(.save(session, known))
        case .clear(let clear): storeQueue.append(.clear(clear))
        case .reread(let id): storeQueue.append(.reread(id))
        case .retry: hasRetry = true
        case .lock(let id): lockWaiters.append(id)
        case .exchange(let id, let session, let token): check(Exchange(refresh: id, session: session, token: token))
        case .endRefresh(let id):
            lockWaiters.removeAll { $0 == id }
            if lockHolder == id { lockHolder = nil }
            for index in exchanges.indices where exchanges[index].refresh == id { exchanges[index].isGivenUp = true }
        }
    }

    private mutating func check(_ answer: SessionState.Answer, to caller: Int) {
        guard case .token(let session, _)? = callers.removeValue(forKey: caller) else {
            return violate("a caller is answered twice, or after it left")
        }
        guard case .token(let token) = answer else { return }
        if let session, !token.hasPrefix(session.rawValue) { violate("a token of another session is handed out") }
        if case .signedIn(let current) = state.phase {
            if current.accessToken != token { violate("a token that is not the current one is handed out") }
        } else {
            violate("a token is handed out while nobody is signed in")
        }
        if !everStored.contains(token), !excused.contains(token), !token.hasSuffix("0") {
            violate("new tokens are handed out before they are saved")
        }
    }

    private mutating func check(_ status: SessionStatus) {
        switch status {
        case .unknown: break
        case .signedIn(let id, _): announced = id
        case .signedOut(let reason):
            if case .signedOut = lastStatus { violate("a sign-out is announced twice") }
            if let id = announced, !signedOut.insert(id).inserted { violate("a session is signed out twice") }
            switch reason {
            case .refused where unread?.id == announced:
                violate("a session ends, although another process has renewed it")
            case .refused where announced.map(refusedByServer.contains) != true:
                violate("a session ends as refused without a refusal")
            case .elsewhere where announced.map(foreignEnded.contains) != true:
                violate("a session ends as ended elsewhere, and nobody ended it")
            case .noSession where !foundEmpty:
                violate("nobody is signed in, although the store was not found empty")
            default: break
            }
            announced = nil
        }
        lastStatus = status
    }

    /// A refresh begins only for a caller whose token is refused and still the current one, or due.
    private mutating func checkNeed() {
        guard case .signedIn(let current) = state.phase else { return violate("a refresh begins without a session") }
        let isRefused = callers.values.contains {
            if case .token(_, let refused?) = $0 { refused == current.accessToken } else { false }
        }
        if !isRefused, !current.session.tokens.isDueForRenewal(at: Self.now.date) {
            violate("a refresh begins although nobody needs it")
        }
    }

    /// What another process has done to a session is not undone.
    mutating func checkOverwriting(_ operation: StoreOperation, succeeds: Bool) {
        guard case .save(let session, let known) = operation, succeeds, known.permits(session, over: store) else {
            return
        }
        if unread?.id == session.id { violate("another process's tokens are overwritten") }
        if foreignEnded.contains(session.id) { violate("a session that ended elsewhere is stored again") }
    }

    private mutating func check(_ exchange: Exchange) {
        if exchanges.contains(where: { !$0.isGivenUp && $0.session == exchange.session }) {
            violate("two refreshes of a session are in flight")
        }
        if replaced.contains(exchange.token) { violate("a refresh token is sent after the answer that replaced it") }
        if lockHolder != exchange.refresh { violate("a refresh token is sent without the lock") }
        exchanges.append(exchange)
    }

    /// What must hold between two moves.
    mutating func checkRest() {
        if Set(state.waiters.keys) != Set(callers.keys) { violate("a waiting caller is forgotten") }
        let isMoving =
            !storeQueue.isEmpty || !lockWaiters.isEmpty || exchanges.contains { !$0.isGivenUp }
            || lockHolder != nil
        if !callers.isEmpty, !isMoving { violate("callers wait, and nothing is under way") }
        if state.refresh != nil, !isMoving { violate("a refresh is in flight, and nothing is under way") }
        guard storeQueue.isEmpty, let stored = store else { return }
        switch state.phase {
        case .unknown: break
        case .signedOut:
            if signedOut.contains(stored.id), !foreignEnded.contains(stored.id), state.unfinishedClear == nil {
                violate("tokens of a session that was signed out stay in the store")
            }
        case .signedIn(let current):
            if !current.isSaving, current.known == .holds(current.session), signedOut.contains(stored.id) {
                violate("tokens of an old session are stored again")
            }
            if current.hasSaveFailed, !hasRetry, state.refresh == nil { violate("tokens stay unsaved for ever") }
        }
    }

    private mutating func violate(_ sentence: String) {
        violation = violation ?? sentence
    }
}
