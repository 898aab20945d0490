import CatalogueAPI
import CatalogueServer
import Foundation
import Roundtrip
import RoundtripLive

@main
enum Program {
    static func main() async {
        Terminal.ignoreClosedPipes()
        let command: Command
        do {
            command = try Command.parse(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Terminal.printError("\(error.message)\n\n\(Command.usage)")
            exit(64)
        }
        do {
            try await run(command)
        } catch {
            Terminal.printError(command.sentence(for: error))
            exit(1)
        }
    }

    private static func run(_ command: Command) async throws {
        switch command {
        case .help:
            Terminal.print(Command.usage.trimmingCharacters(in: .newlines))
        case .tour(let exports):
            try await withServer(port: nil) { server, baseURL in
                Terminal.print("A course catalogue answers at \(baseURL.absoluteString).")
                try await tour(Tour(server: server, baseURL: baseURL), exports)
            }
        case .search(let term, let place):
            try await withClient(place) { try await search(term, with: $0) }
        case .show(let id, let place):
            try await withClient(place) { try await show(id, with: $0) }
        case .serve(let port):
            try await withServer(port: port) { _, baseURL in
                Terminal.print("The course catalogue answers at \(baseURL.absoluteString). Stop it with Ctrl-C.")
                while true { try await Task.sleep(for: .seconds(3600)) }
            }
        }
    }

    /// What was recorded is written even if the tour went wrong: then it is of most use.
    private static func tour(_ tour: Tour, _ exports: Exports) async throws {
        let result: Result<Void, any Error>
        do {
            result = .success(try await tour.run())
        } catch {
            result = .failure(error)
        }
        try exports.write(await tour.recorded()).forEach(Terminal.print)
        try result.get()
    }

    private static func search(_ term: String, with client: APIClient) async throws {
        let reply = try await client.reply(for: SearchCourses(term: term))
        let page = reply.value
        for course in page.items { Terminal.print("\(course.id)  \(course.title) (\(course.level.rawValue))") }
        let count = page.total == 1 ? "1 course" : "\(page.total) courses"
        Terminal.print(page.next == nil ? count : "\(count), of which these are the first \(page.items.count)")
        reply.noteOfAge.map(Terminal.print)
    }

    private static func show(_ id: String, with client: APIClient) async throws {
        let reply = try await client.reply(for: .course(id: id))
        let course = reply.value
        Terminal.print(
            """
            \(course.title)
            \(course.summary)
            With \(course.teacherName), \(course.weeks) weeks, in \(course.language), for \(course.level.rawValue)s
            Begins \(course.startsAt.formatted(.iso8601.year().month().day())), \(course.seatsLeft) of \(course.seats) \
            seats left
            """)
        reply.noteOfAge.map(Terminal.print)
    }

    private static func withServer(
        port: UInt16?,
        _ body: (CatalogueServer, URL) async throws -> Void
    ) async throws {
        let server = try await CatalogueServer.start(port: port ?? 0)
        guard let baseURL = await server.baseURL else { throw TourFailure("the server has no address") }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(server, baseURL))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
    }

    /// A client of the given server, or of one that is started for it, or of none.
    private static func withClient(_ place: Command.Place, _ body: (APIClient) async throws -> Void) async throws {
        if let baseURL = place.baseURL {
            try await body(client(for: baseURL, isOffline: place.isOffline))
        } else if place.isOffline {
            try await body(client(for: OwnServer.baseURL, isOffline: true))
        } else {
            try await withServer(port: nil) { _, address in
                try await body(client(for: OwnServer.baseURL, through: OwnServer(address: address)))
            }
        }
    }

    private static func client(
        for baseURL: URL,
        isOffline: Bool = false,
        through ownServer: OwnServer? = nil
    ) -> APIClient {
        var environment = APIEnvironment.development(baseURL)
        // The person named the host, so plain http to it is what they want.
        environment.insecureHosts = Set([baseURL.host()].compactMap(\.self))
        var configuration = ClientConfiguration.live(environment: environment)
        configuration.cache = HTTPCache(store: DiskCacheStore(folder: cacheFolder))
        configuration.options.cache = isOffline ? .only : .standard
        configuration.attemptMiddleware = [ownServer].compactMap(\.self)
        return APIClient(configuration)
    }

    private static var cacheFolder: URL {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return (caches ?? FileManager.default.temporaryDirectory).appending(path: "CourseCatalogue")
    }
}
