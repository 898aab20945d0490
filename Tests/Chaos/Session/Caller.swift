import Roundtrip

/// One call, sign-in or sign-out, and how it ended.
final class Caller: Sendable, CustomStringConvertible {
    enum Plan: Sendable {
        /// Begins in the current session, takes a token, and is answered 401 so many times.
        case call(refusals: Int)
        /// A 401 for a token that was handed out some time ago.
        case lateRefusal(String)
        case signIn(Tokens)
        case signOut

        /// Whether it goes on when cancelled: the store's work is not the caller's.
        var belongsToStore: Bool {
            switch self {
            case .call, .lateRefusal: false
            case .signIn, .signOut: true
            }
        }
    }

    private struct Record {
        var tokens: [String] = []
        var problem: String?
        var hasEnded = false
    }

    let plan: Plan
    let task: Task<Void, Never>
    private let number: Int
    private let record: Locked<Record>

    init(number: Int, _ plan: Plan, _ repository: TokenRepository) {
        self.number = number
        self.plan = plan
        let record = Locked(Record())
        self.record = record
        task = Task { await Self.carryOut(plan, repository, record) }
    }

    var description: String { "caller \(number), \(plan)" }
    var isWaiting: Bool { record.withLock { !$0.hasEnded } }
    var tokens: [String] { record.withLock { $0.tokens } }
    var problem: String? { record.withLock { $0.problem } }

    private static func carryOut(_ plan: Plan, _ repository: TokenRepository, _ record: Locked<Record>) async {
        var problem: String?
        do {
            try await run(plan, repository, record)
        } catch is CancellationError {
            if !Task.isCancelled { problem = "a caller is cancelled by nobody" }
        } catch {
            if !(error is NetworkError) { problem = "a caller ends with an error that is no NetworkError" }
        }
        record.withLock { record in
            record.problem = record.problem ?? problem
            record.hasEnded = true
        }
    }

    private static func run(_ plan: Plan, _ repository: TokenRepository, _ record: Locked<Record>) async throws {
        switch plan {
        case .signIn(let tokens): await repository.signIn(tokens)
        case .signOut: await repository.signOut()
        case .lateRefusal(let token):
            let session = SessionID(rawValue: String(token.prefix { $0 != "/" }))
            let other = try await repository.token(of: session, refused: token)
            note(other, of: session, refused: token, record)
        case .call(let refusals):
            guard case .signedIn(let session) = try await repository.session() else { return }
            guard var token = try await repository.token(of: session, refused: nil) else { return }
            note(token, of: session, refused: nil, record)
            for _ in 0..<refusals {
                guard let other = try await repository.token(of: session, refused: token) else { return }
                note(other, of: session, refused: token, record)
                token = other
            }
            await repository.accepted(token)
        }
    }

    private static func note(_ token: String?, of session: SessionID, refused: String?, _ record: Locked<Record>) {
        guard let token else { return }
        record.withLock { record in
            record.tokens.append(token)
            if !token.hasPrefix(session.rawValue + "/") {
                record.problem = "\(token) is handed to a call of \(session.rawValue)"
            }
            if token == refused { record.problem = "\(token) is handed out again, though it was refused" }
        }
    }
}
