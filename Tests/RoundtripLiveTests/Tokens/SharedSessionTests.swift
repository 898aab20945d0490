import BothRoads
import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting
import Testing

/// Rotating refresh tokens: a used one revokes everything. Rounds begin when every process has done the one before.
private actor RotatingServer {
    private let processes: Int
    private let rounds: Int
    private var access = "T1"
    private var refresh = "R1"
    private var used: Set<String> = []
    private var count = 1
    private var round = 0
    private var done = 0
    private var begin = [Gate()]
    private(set) var refreshes = 0
    private(set) var reuses = 0
    private(set) var answered = 0

    init(processes: Int, rounds: Int) {
        (self.processes, self.rounds) = (processes, rounds)
    }

    func answer(_ request: LoopbackServer.Request) async throws -> LoopbackServer.Response {
        switch request.path {
        case "/me":
            guard request.headers["Authorization"] == "Bearer \(access)" else { return .status(401) }
            answered += 1
            done += 1
            if done == processes { beginRound() }
            return .status(204)
        case "/auth/refresh":
            return renew(request)
        default:
            let finished = Int(request.path.split(separator: "/").last ?? "") ?? 0
            if finished == 0, round == 0 {
                done += 1
                if done == processes { beginRound() }
            }
            try await begin[finished].wait()
            return .json(#"{"number":\#(finished + 1),"is_last":\#(finished == rounds)}"#)
        }
    }

    /// Ends every access token and lets all processes go.
    private func beginRound() {
        access = "expired"
        done = 0
        begin.append(Gate())
        begin[round].open()
        round += 1
    }

    private func renew(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        refreshes += 1
        let sent = (try? JSONDecoder().decode([String: String].self, from: request.body))?["refreshToken"] ?? ""
        guard sent == refresh else {
            reuses += used.contains(sent) ? 1 : 0
            refresh = "revoked"
            return .status(401)
        }
        used.insert(sent)
        count += 1
        (access, refresh) = ("T\(count)", "R\(count)")
        return .json(#"{"accessToken":"\#(access)","refreshToken":"\#(refresh)","expiresIn":3600}"#)
    }
}

@Suite struct `Sessions shared and crowded` {
    @Test func `eight processes that share a token file refresh once for each expiry, and nobody is signed out`()
        async throws
    {
        let (processes, rounds) = (8, TestScale.count(ci: 25, long: 200))
        let rotating = RotatingServer(processes: processes, rounds: rounds)
        let server = try await LoopbackServer.start { try await rotating.answer($0) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let tokens = Tokens(accessToken: "T1", refreshToken: "R1", receivedAt: Date())
        try await FileTokenDatabase(file).save(StoredSession(id: SessionID(rawValue: "A"), tokens: tokens))
        let outcomes = try await withThrowingTaskGroup(of: ChildProcess.Outcome.self) { group in
            for _ in 0..<processes {
                group.addTask {
                    try await ChildProcess.run("RoundtripSessionProcess", [server.baseURL.absoluteString, file.path])
                }
            }
            return try await group.reduce(into: [ChildProcess.Outcome]()) { outcomes, outcome in
                outcomes.append(outcome)
                // Without one of them no round ends; the others are let go, and fail as well.
                if outcome.status != 0 { server.stop() }
            }
        }
        #expect(outcomes.map(\.status) == Array(repeating: 0, count: processes), "\(outcomes.map(\.errors))")
        let (refreshes, reuses, answered) = await (rotating.refreshes, rotating.reuses, rotating.answered)
        print(
            "shared session: \(processes) processes, \(rounds) expiries, \(refreshes) refreshes, \(reuses) reuses, \(answered) calls answered"
        )
        #expect(refreshes == rounds)
        #expect(reuses == 0)
        #expect(answered == processes * rounds)
        let last = try #require(try await FileTokenDatabase(file).load())
        #expect(last.tokens.refreshToken == "R\(rounds + 1)")
    }

    @Test func `ten thousand calls that meet an expired token make one refresh, and each is answered once`()
        async throws
    {
        let calls = TestScale.count(ci: 10_000, long: 10_000)
        let outcome = try await ChildProcess.runAlone("RoundtripChaos", ["crowd", "\(calls)"])
        print(outcome.output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\(calls) of \(calls) answered"))
    }
}
