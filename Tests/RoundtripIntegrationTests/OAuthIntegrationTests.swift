import Foundation
import Roundtrip
import Testing

/// Against Authlib: sign-in, expiry, refresh, rotation, a revoked token and a wrong client.
@Suite(.enabled(if: OAuthServer.address != nil), .serialized)
struct `Integration with an OAuth server` {
    struct Me: Decodable, Sendable, Equatable {
        let name: String
    }

    private let me = Request<Me>.get("me")

    private func server() throws -> OAuthServer {
        OAuthServer(url: try #require(OAuthServer.address))
    }

    @Test(arguments: [OAuthServer.Kind.isPublic, .basic, .form])
    func `an expired token is renewed by every kind of client, and again`(kind: OAuthServer.Kind) async throws {
        let server = try server()
        let (client, _) = try await server.signedIn(kind)
        #expect(try await client.send(me) == Me(name: "ada"))
        let before = try await server.counts()
        for _ in 0..<3 {
            try await server.command("expire")
            #expect(try await client.send(me) == Me(name: "ada"))
        }
        let after = try await server.counts()
        #expect(after.refreshes == before.refreshes + 3)
        #expect(after.reuses == before.reuses)
    }

    @Test func `fifty calls that meet an expired token make one refresh`() async throws {
        let server = try server()
        let (client, _) = try await server.signedIn(.isPublic)
        try await server.command("expire")
        let before = try await server.counts()
        let names = try await withThrowingTaskGroup(of: Me.self) { group in
            for _ in 0..<50 { group.addTask { [me] in try await client.send(me) } }
            return try await group.reduce(into: [Me]()) { $0.append($1) }
        }
        #expect(names == Array(repeating: Me(name: "ada"), count: 50))
        let after = try await server.counts()
        #expect(after.refreshes == before.refreshes + 1)
        #expect(after.reuses == before.reuses)
    }

    @Test func `a token that is due is renewed before it is refused`() async throws {
        let server = try server()
        let (client, _) = try await server.signedIn(.isPublic, lifetime: .nanoseconds(1))
        let before = try await server.counts()
        let reply = try await client.reply(for: me)
        #expect(reply.attempts == 1)
        #expect(try await server.counts().refreshes == before.refreshes + 1)
    }

    @Test func `a revoked session ends once, as refused`() async throws {
        let server = try server()
        let (client, session) = try await server.signedIn(.isPublic)
        var statuses = await session.statuses().makeAsyncIterator()
        guard case .signedIn? = await statuses.next() else {
            Issue.record("not signed in")
            return
        }
        try await server.command("revoke")
        for _ in 0..<3 {
            await #expect(throws: NetworkError.sessionExpired) { try await client.send(me) }
        }
        #expect(await statuses.next() == .signedOut(.refused(afterLostAnswer: false)))
        await session.signIn(Tokens(accessToken: "x", refreshToken: nil, receivedAt: Date()))
        guard case .signedIn? = await statuses.next() else {
            Issue.record("there was a second sign-out")
            return
        }
    }

    @Test(arguments: [OAuthServer.Kind.wrongSecret, .unknown])
    func `a client that the server does not know signs nobody out`(kind: OAuthServer.Kind) async throws {
        let server = try server()
        let (client, session) = try await server.signedIn(kind)
        try await server.command("expire")
        guard
            case .server(let error)? = await #expect(
                throws: NetworkError.self, performing: { try await client.send(me) })
        else {
            Issue.record("no answer of the token endpoint")
            return
        }
        #expect(error.code == "invalid_client")
        var statuses = await session.statuses().makeAsyncIterator()
        guard case .signedIn? = await statuses.next() else {
            Issue.record("signed out")
            return
        }
    }

    @Test func `every scenario ran`() throws {
        print("integration: every scenario ran against \(try server().url)")
    }
}
