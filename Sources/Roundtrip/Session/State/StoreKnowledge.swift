/// What a process knows about the content of a token store that others may write to as well.
///
/// It tells another process's work, which counts, from what this process has left there itself.
struct StoreKnowledge: Hashable, Sendable {
    /// What was last read or written; several, since a write may be on its way, or have failed and happened all the
    /// same; `nil`: not known.
    private var contents: Set<StoredSession?>?
    /// Whether the session in use has certainly been in the store.
    private var hasHeldSession = false

    /// The store when a session has just begun: whatever it holds, the new session takes its place.
    static let unknown = StoreKnowledge(contents: nil)

    /// The store when it holds this session.
    static func holds(_ session: StoredSession) -> StoreKnowledge {
        StoreKnowledge(contents: [session], hasHeldSession: true)
    }

    /// Notes what was read while this session is in use, which may still be on its way into the store.
    mutating func found(_ stored: StoredSession?, using session: StoredSession) {
        contents = [stored, session]
        hasHeldSession = hasHeldSession || stored?.id == session.id
    }

    /// Notes a write, before it is known how it ends.
    mutating func mayHold(_ session: StoredSession) {
        contents?.insert(session)
    }

    /// Whether the session may take the place of what was found, or another process's work stands there.
    ///
    /// What this process has read or written may be replaced, and so may the session before this one, whoever renewed it,
    /// and an empty store that never held this session.
    func permits(_ session: StoredSession, over found: StoredSession?) -> Bool {
        // A session that has just begun replaces any other; its own id there with other tokens means that a write that
        // seemed to fail did happen, and that another process has renewed them since.
        guard let contents else { return found?.id != session.id || found == session }
        guard !contents.contains(found) else { return true }
        guard let found else { return !hasHeldSession }
        return found.id != session.id && contents.contains { $0?.id == found.id }
    }

    /// What to remove when the session ends: it, and what it may not have replaced yet; `nil` removes everything.
    func sessions(with id: SessionID) -> Set<SessionID>? {
        contents.map { Set($0.compactMap { $0?.id } + [id]) }
    }
}
