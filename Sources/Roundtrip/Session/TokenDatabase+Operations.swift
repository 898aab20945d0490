import Foundation

extension TokenDatabase {
    /// What the store holds, or why it cannot be said.
    func found() async -> Result<StoredSession?, TokenDatabaseError> {
        do {
            return .success(try await load())
        } catch {
            return .failure(error as? TokenDatabaseError ?? TokenDatabaseError("The token store cannot be read now."))
        }
    }

    /// Saves the session, unless another process has put something else there since: then its work stands.
    ///
    /// The store is read again for each save, whether the lock is still held or not, and as late as it can.
    func save(_ session: StoredSession, known: StoreKnowledge) async -> SessionState.SaveResult {
        @Sendable func check(_ stored: StoredSession?) throws(Overtaken) {
            guard known.permits(session, over: stored) else { throw Overtaken(stored: stored) }
        }
        do {
            if known == .unknown {
                // A store that cannot be read may still take a sign-in, which replaces whatever it holds.
                try check(try? await load())
                try await save(session)
            } else {
                try await save(session, checking: check)
            }
            return .saved
        } catch let overtaken as Overtaken {
            return .overtaken(by: overtaken.stored)
        } catch {
            return .failed
        }
    }

    func clear(_ clear: SessionState.Clear) async -> Bool {
        do {
            if case .sessions(let ids) = clear, let stored = try await load(), !ids.contains(stored.id) { return true }
            try await self.clear()
            return true
        } catch {
            return false
        }
    }
}

/// The store holds what another process has written, and that is to stay.
private struct Overtaken: Error {
    let stored: StoredSession?
}

extension TokenRefresher {
    /// How asking the server once came out.
    func outcome(using refreshToken: String, time: any TimeSource) async -> SessionState.Outcome {
        do {
            let grant = try await refresh(using: refreshToken)
            return .renewed(
                Tokens(
                    accessToken: grant.accessToken, refreshToken: grant.refreshToken ?? refreshToken,
                    receivedAt: time.date, lifetime: grant.lifetime))
        } catch is RefreshRefused {
            return .refused
        } catch let failure as RefreshFailure {
            return .failed(failure.error, mayHaveLostAnswer: failure.mayHaveLostAnswer)
        } catch let error as NetworkError {
            return .failed(error, mayHaveLostAnswer: error != .offline)
        } catch {
            return .failed(
                .credentialsUnavailable("The refresh failed with an error of type \(type(of: error))."),
                mayHaveLostAnswer: true)
        }
    }
}
