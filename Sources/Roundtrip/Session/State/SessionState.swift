import Foundation

/// Every rule about tokens, as a value: what is known, and what an event changes.
///
/// It reads no clock, starts no task and touches no store. `TokenRepository` feeds it events and carries out the effects
/// it answers with; tests walk through all orders in which the events can come.
struct SessionState: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        case unknown
        case signedOut(SignOutReason)
        case signedIn(Current)
    }

    /// The session in use.
    struct Current: Hashable, Sendable {
        var session: StoredSession
        var known: StoreKnowledge
        /// Whether a write of these tokens is on its way. There is never a second one beside it.
        var isSaving: Bool
        var hasSaveFailed = false
        /// Whether the tokens came from a refresh that had been given up, and are being saved: nobody gets them before.
        var isSavingLateTokens = false
        /// When this process last received new tokens.
        var renewedAt: Duration?
        /// How often in a row new tokens were refused soon after they came.
        var quickRefusals = 0
        /// Whether an answer that may have replaced the current refresh token never came.
        var hasLostAnswer = false

        var accessToken: String { session.tokens.accessToken }

        /// A session as it was found in the store.
        init(found session: StoredSession) {
            (self.session, known, isSaving) = (session, .holds(session), false)
        }

        /// A session that the user has just begun.
        init(begun session: StoredSession) {
            (self.session, known, isSaving) = (session, .unknown, true)
        }

        /// What to remove from the store when this session ends: it, and what it may not have replaced there yet.
        var clear: Clear {
            known.sessions(with: session.id).map { .sessions($0) } ?? .everything
        }

        func isForeign(_ found: StoredSession?) -> Bool {
            !known.permits(session, over: found)
        }
    }

    /// The one refresh in flight.
    struct Refresh: Hashable, Sendable {
        enum Step: Hashable, Sendable { case locking, exchanging, saving, rereading }

        let id: Int
        let session: SessionID
        var step = Step.locking
    }

    /// What a caller wants to know.
    enum Ask: Hashable, Sendable {
        /// Which session is the current one?
        case identity
        /// A token for this session (`nil`: whichever is current), and which one was refused, if one was.
        case token(SessionID?, refused: String?)
    }

    enum Answer: Hashable, Sendable {
        case identity(SessionID?)
        case token(String)
        /// The refused token is the current one, and there is no refresh token to renew it with.
        case cannotRenew
        case failure(NetworkError)
    }

    var phase = Phase.unknown
    var isLoading = false
    var refresh: Refresh?
    var waiters: [Int: Ask] = [:]
    var refreshCount = 0
    /// How often in a row the store has failed to write.
    var storeFailures = 0
    var isRetryScheduled = false
    /// A sign-out that the store has not carried out yet.
    var unfinishedClear: Clear?

    /// New tokens refused within this time of their arrival are a sign of a loop.
    static let loopWindow = Duration.seconds(30)
    /// So many quick refusals in a row are borne.
    static let loopLimit = 5

    var status: SessionStatus {
        switch phase {
        case .unknown: .unknown
        case .signedOut(let reason): .signedOut(reason)
        case .signedIn(let current): .signedIn(current.session.id, isSaved: !current.hasSaveFailed)
        }
    }
}
