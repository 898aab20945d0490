public import Foundation

/// Hands out the current access token, and renews it at most once at a time.
///
/// When a hundred calls meet a `401` together, the first to arrive starts the renewal and the others wait for it. Each
/// says which token was refused; if that is no longer the current one, somebody has already renewed it.
///
/// `SessionState` holds the rules; this actor carries them out: it reads and writes the store one operation after the
/// other, takes the lock, asks the refresher, and lets waiting callers go.
///
/// - Important: A renewal belongs to the repository. Cancelling the caller that started it leaves it running for the
///   others. Give all clients of one account the same repository.
public actor TokenRepository {
    private let database: any TokenDatabase
    private let refresher: any TokenRefresher
    private let lock: any SessionLock
    private let time: any TimeSource
    private let refreshTimeout: Duration
    private let makeID: @Sendable () -> String

    private var state = SessionState()
    private var waiting: [Int: CheckedContinuation<SessionState.Answer, any Error>] = [:]
    private var waiterCount = 0
    private var listeners: [Int: AsyncStream<SessionStatus>.Continuation] = [:]
    private var listenerCount = 0
    /// The last of the store's operations; the next one waits for it.
    private var storeTail: Task<Void, Never>?
    private var refreshes: [Int: RunningRefresh] = [:]
    let observers = ObserverGroup()

    /// - Parameters:
    ///   - database: Where the session is kept between launches.
    ///   - refresher: How new tokens are got.
    ///   - lock: Needed if another process uses the same store.
    ///   - refreshTimeout: How long one refresh may take, the wait for the lock included, before its callers are told
    ///     `timeout` and the next one may start.
    public init(
        database: any TokenDatabase,
        refresher: any TokenRefresher,
        lock: any SessionLock = NoSessionLock(),
        refreshTimeout: Duration = .seconds(30),
        time: any TimeSource = SystemTimeSource(),
        makeID: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
    ) {
        self.database = database
        self.refresher = refresher
        self.lock = lock
        self.refreshTimeout = refreshTimeout
        self.time = time
        self.makeID = makeID
    }

    deinit {
        for listener in listeners.values { listener.finish() }
    }

    // MARK: For apps

    /// A token that is good now, renewed if it is due.
    ///
    /// - Throws: `NetworkError.sessionExpired` if nobody is signed in, the reason if it cannot be had now, or
    ///   `CancellationError` at once if the caller is cancelled.
    public func validToken() async throws -> String {
        try await token(for: nil, refused: nil)
    }

    /// A token other than the one that was refused, renewed unless somebody has already done it.
    public func refresh(rejected token: String) async throws -> String {
        try await self.token(for: nil, refused: token)
    }

    /// Begins a session with these tokens; one that was there ends. Returns when they are saved.
    ///
    /// If they cannot be saved, the session goes on in memory, `statuses()` says so, and saving is tried again.
    @discardableResult
    public func signIn(_ tokens: Tokens) async -> SessionID {
        let session = StoredSession(id: SessionID(rawValue: makeID()), tokens: tokens)
        handle(.signedIn(session))
        observers.record(.signedIn, at: time.date)
        await storeTail?.value
        return session.id
    }

    /// Ends the session; calls that wait for a token fail with `sessionExpired`. Returns when the store is cleared, or
    /// could not be: then it is tried again, after 1, 2, 4 and up to 60 seconds, until it works or somebody signs in.
    ///
    /// If the app ends before that, the next launch finds the session.
    public func signOut() async {
        handle(.signOutRequested)
        await storeTail?.value
    }

    /// Whether a user is signed in: the present status first, then every change. Each call makes a sequence of its own.
    public func statuses() -> AsyncStream<SessionStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionStatus.self)
        listenerCount += 1
        let id = listenerCount
        listeners[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(listener: id) }
        }
        continuation.yield(state.status)
        handle(.statusWanted)
        return stream
    }

    // MARK: For the pipeline

    /// The session that a call which begins now belongs to.
    public func session() async throws -> CallSession {
        switch try await ask(.identity) {
        case .identity(let id?): .signedIn(id)
        case .failure(.credentialsUnavailable(let reason)): .unavailable(reason)
        case .identity(nil), .token, .cannotRenew, .failure: .none
        }
    }

    /// A token of this session, other than the refused one; `nil` if the refused one cannot be renewed.
    package func token(of session: SessionID, refused: String?) async throws -> String? {
        switch try await ask(.token(session, refused: refused)) {
        case .token(let token): token
        case .failure(let error): throw error
        case .cannotRenew, .identity: nil
        }
    }

    /// Notes that the server has taken a renewed token.
    package func accepted(_ token: String) {
        handle(.accepted(token))
    }

    private func token(for session: SessionID?, refused: String?) async throws -> String {
        switch try await ask(.token(session, refused: refused)) {
        case .token(let token): return token
        case .failure(let error): throw error
        case .cannotRenew, .identity: throw NetworkError.sessionExpired
        }
    }

    private func ask(_ ask: SessionState.Ask) async throws -> SessionState.Answer {
        waiterCount += 1
        let id = waiterCount
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A cancellation from now on finds the waiter: `leave` runs on this actor, after this.
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                waiting[id] = continuation
                handle(.asked(id, ask))
            }
        } onCancel: {
            Task { await leave(id) }
        }
    }

    private func leave(_ id: Int) {
        guard let continuation = waiting.removeValue(forKey: id) else { return }
        continuation.resume(throwing: CancellationError())
        handle(.left(id))
    }

    private func forget(listener id: Int) {
        listeners[id] = nil
    }

    // MARK: Effects

    private func handle(_ event: SessionState.Event) {
        let now = SessionState.Moment(date: time.date, uptime: time.uptime)
        if let (refresh, outcome) = event.refreshOutcome { refreshes[refresh]?.tends(to: outcome) }
        for effect in state.apply(event, at: now) {
            perform(effect)
            record(effect)
        }
    }

    private func perform(_ effect: SessionState.Effect) {
        switch effect {
        case .answer(let id, let answer):
            waiting.removeValue(forKey: id)?.resume(returning: answer)
        case .announce(let status):
            for listener in listeners.values { listener.yield(status) }
        case .load:
            store { .loaded(await $0.found()) }
        case .save(let session, let known):
            store { .saved(session, await $0.save(session, known: known)) }
        case .clear(let clear):
            store { .cleared(clear, succeeded: await $0.clear(clear)) }
        case .reread(let id):
            store { .reread(refresh: id, await $0.found()) }
        case .retry(let delay):
            Task { [weak self, time] in
                guard (try? await time.sleep(for: delay)) != nil else { return }
                await self?.handle(.retryDue)
            }
        case .lock(let id):
            begin(id)
        case .exchange(let id, let session, let refreshToken):
            exchange(id, session, refreshToken)
        case .endRefresh(let id):
            guard let ended = refreshes.removeValue(forKey: id) else { return }
            ended.end()
            let isSignedOut = if case .signedOut = state.phase { true } else { false }
            observers.record(.refreshFinished(ended.outcome(isSignedOut: isSignedOut)), at: time.date)
        }
    }

    private func record(_ effect: SessionState.Effect) {
        switch effect {
        case .lock: observers.record(.refreshStarted, at: time.date)
        // Nobody was signed in before the store was read, so nobody is signed out by it.
        case .announce(.signedOut(let reason)) where reason != .noSession:
            observers.record(.signedOut(reason), at: time.date)
        default: break
        }
    }

    /// Runs an operation on the store after all earlier ones, and then the event it gives, before any later one.
    private func store(_ operation: @escaping @Sendable (any TokenDatabase) async -> SessionState.Event) {
        storeTail = Task { [storeTail, database] in
            await storeTail?.value
            handle(await operation(database))
        }
    }

    // MARK: One refresh

    private func begin(_ id: Int) {
        let running = RunningRefresh()
        refreshes[id] = running
        running.add(
            Task { [time, refreshTimeout] in
                guard (try? await time.sleep(for: refreshTimeout)) != nil else { return }
                handle(.timedOut(refresh: id))
            })
        running.add(
            Task { [lock] in
                do {
                    running.holds(try await lock.acquire())
                    store { .locked(refresh: id, await $0.found()) }
                } catch {
                    let reason = TokenDatabaseError("The lock of the token store cannot be had now.")
                    handle(.locked(refresh: id, .failure(reason)))
                }
            })
    }

    private func exchange(_ id: Int, _ session: SessionID, _ refreshToken: String) {
        let task = Task { [refresher, time] in
            let outcome = await refresher.outcome(using: refreshToken, time: time)
            handle(.exchanged(refresh: id, session: session, used: refreshToken, outcome))
        }
        refreshes[id]?.add(task)
    }
}
