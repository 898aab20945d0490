import Foundation
import Roundtrip
import RoundtripLive

/// One of several processes that share a token file: in each round that the server begins, it makes one call that needs a
/// good token.
///
///     RoundtripSessionProcess BASE_URL TOKEN_FILE
@main
enum SessionProcess {
    private struct Round: Decodable, Sendable {
        let number: Int
        let isLast: Bool
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let url = URL(string: arguments[1]) else {
            FileHandle.standardError.write(Data("Usage: RoundtripSessionProcess BASE_URL TOKEN_FILE\n".utf8))
            exit(64)
        }
        let file = URL(fileURLWithPath: arguments[2])
        var configuration = ClientConfiguration.live(environment: .development(url))
        configuration.options.attemptTimeout = .seconds(600)
        configuration.options.deadline = .none
        configuration.credential = TokenRepository(
            database: FileTokenDatabase(file),
            refresher: JSONTokenRefresher(configuration.tokenEndpoint),
            lock: FileSessionLock(file.appendingPathExtension("lock")))
        let client = APIClient(configuration)
        var round = 0
        while true {
            let next = Request<Round>(.get, "rounds/\(round)", requiresAuth: false)
            let answer = try await client.send(next)
            if answer.isLast { return }
            round = answer.number
            try await client.send(Request<Void>.get("me"))
        }
    }
}
