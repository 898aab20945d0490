import CatalogueAPI
import CatalogueServer
import Foundation
import Roundtrip
import RoundtripDiagnostics
import RoundtripLive

/// Makes every kind of call against a server of its own and prints what happened.
struct Tour {
    let server: CatalogueServer
    let client: APIClient
    let session: TokenRepository
    private let recorder = HARObserver()
    private let observers: ObserverQueues?

    init(server: CatalogueServer, baseURL: URL) {
        self.server = server
        var configuration = ClientConfiguration.live(environment: .development(baseURL))
        configuration.attemptMiddleware = [Narrator(print: Terminal.print)]
        configuration.observers = [recorder]
        observers = configuration.observerQueues
        session = TokenRepository(
            database: InMemoryTokenDatabase(), refresher: JSONTokenRefresher(configuration.tokenEndpoint))
        configuration.credential = session
        client = APIClient(configuration)
    }

    func run() async throws {
        try await search()
        try await detail()
        try await stored()
        try await missing()
        try await broken()
        try await cancelled()
        try await busy()
        try await signedIn()
        try await enrolment()
        try await signedOut()
        Terminal.print("The tour is over: every step went as it should.")
    }

    /// Every call so far.
    func recorded() async -> HAR {
        await observers?.drain()
        return recorder.har()
    }

    private func search() async throws {
        Terminal.print("Search, and the page that its answer links to:")
        let first = try await client.send(SearchCourses(term: "a"))
        Terminal.print("  \(first.total) courses, the first is \(first.items.first?.title ?? "none")")
        guard let next = first.next else { throw TourFailure("the search has no second page") }
        let second = try await client.send(.courses(at: next))
        Terminal.print("  page 2 begins with \(second.items.first?.title ?? "none")")
    }

    private func detail() async throws {
        Terminal.print("One course, as a typed value:")
        guard let id = try await client.send(SearchCourses(term: "")).items.first?.id else {
            throw TourFailure("the catalogue is empty")
        }
        let course = try await client.send(.course(id: id))
        Terminal.print(
            "  \(course.title) with \(course.teacherName), \(course.weeks) weeks, \(course.seatsLeft) seats left")
    }

    private func stored() async throws {
        Terminal.print("The same course from the cache, then confirmed by the server, then with nothing sent at all:")
        for mode in [CacheMode.standard, .reload, .only] {
            let reply = try await client.reply(
                for: .course(id: "bio-101"), options: CallOptions { $0.cache = mode })
            let requests = reply.attempts == 1 ? "1 request" : "\(reply.attempts) requests"
            Terminal.print("  \(reply.value.title), \(requests) \(reply.noteOfAge ?? "(new)")")
        }
    }

    private func missing() async throws {
        Terminal.print("A course that is not there, as a typed error:")
        do {
            _ = try await client.send(.course(id: "no/such?course"))
            throw TourFailure("a course was found that is not there")
        } catch NetworkError.server(let error) {
            Terminal.print("  status \(error.status), code \(error.code ?? "-"), message \(error.message ?? "-")")
            Terminal.print("  to the user: \(NetworkError.server(error).localizedDescription)")
        }
    }

    private func broken() async throws {
        Terminal.print("A list with one broken element, which is left out and reported:")
        let reply = try await client.reply(for: .recommended)
        let drops = reply.drops.map { "\($0)" }.joined(separator: "; ")
        Terminal.print("  \(reply.value.count) courses read, \(reply.drops.count) left out: \(drops)")
    }

    private func cancelled() async throws {
        Terminal.print("A search whose screen is left while the server still works:")
        await server.holdNextSearch()
        let search = Task { [client] in try await client.send(SearchCourses(term: "field botany")) }
        await server.heldSearchWaits()
        search.cancel()
        guard case .failure(let error) = await search.result, error is CancellationError else {
            throw TourFailure("the cancelled search did not end as cancelled")
        }
        await server.clientLeaves()
        Terminal.print("  the call ended at once, and the server saw the client leave")
    }

    private func busy() async throws {
        Terminal.print("A server that is busy and says when to come back (503 with Retry-After: 1):")
        await server.beBusyOnce()
        let reply = try await client.reply(for: .announcement)
        Terminal.print("  answered after \(reply.attempts) attempts: \(reply.value.text)")
    }

    private func signedIn() async throws {
        Terminal.print("Sign in, then ten calls at once that all meet an expired token:")
        let tokens = try await client.send(SignIn(name: "ada", password: "difference-engine"))
        await session.signIn(tokens.tokens(receivedAt: Date()))
        try await client.send(.bookmark(course: "bio-101"))
        await server.expireAccessTokens()
        let answers = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<10 { group.addTask { [client] in try await client.send(.bookmarks) } }
            return try await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        let refreshes = await server.refreshCount
        guard refreshes == 1 else { throw TourFailure("there were \(refreshes) refreshes") }
        Terminal.print("  \(answers.count) calls answered, \(refreshes) refresh")
    }

    private func enrolment() async throws {
        Terminal.print("An enrolment whose answer is lost, repeated with the same key:")
        await server.loseNextEnrolmentAnswer()
        let reply = try await client.reply(for: Enrol(courseID: "bio-101", key: UUID().uuidString))
        let enrolments = await server.enrolmentCount
        guard enrolments == 1 else { throw TourFailure("\(enrolments) enrolments were made") }
        Terminal.print("  number \(reply.value.number) after \(reply.attempts) attempts, 1 enrolment on the server")
    }

    private func signedOut() async throws {
        Terminal.print("Signed out, a call that needs a user sends nothing:")
        await session.signOut()
        do {
            _ = try await client.send(.bookmarks)
            throw TourFailure("a call without a session was answered")
        } catch NetworkError.sessionExpired {
            Terminal.print("  \(NetworkError.sessionExpired.localizedDescription)")
        }
    }
}

/// The tour found something that is not as it should be.
struct TourFailure: Error, LocalizedError {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    var errorDescription: String? { "The tour went wrong: \(sentence)." }
}
