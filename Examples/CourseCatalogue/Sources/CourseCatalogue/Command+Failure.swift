import Foundation
import Roundtrip
import RoundtripTesting

extension Command {
    /// What went wrong and what to do next, for the person who typed this command.
    func sentence(for error: any Error) -> String {
        switch (self, error) {
        case (.show(_, let place), NetworkError.server(let error)) where place.isOffline && error.status == 504,
            (.search(_, let place), NetworkError.server(let error)) where place.isOffline && error.status == 504:
            return "No earlier run has stored this. Run the command once without --offline."
        case (.show(let id, _), NetworkError.server(let error)) where error.status == 404:
            return "There is no course with the id '\(id)'. Find one with 'CourseCatalogue search TERM'."
        case (.serve, LoopbackServer.StartError.portInUse(let port)):
            return "Port \(port) is in use by another program. Stop it, or choose another port with --port N."
        case (.serve, LoopbackServer.StartError.notPermitted(let port)):
            return "This program may not listen on port \(port). Choose a port above 1023 with --port N."
        case (_, let error as NetworkError):
            return baseURL.map { Self.sentence(for: error, from: $0) } ?? error.localizedDescription
        default:
            return error.localizedDescription
        }
    }

    private var baseURL: URL? {
        switch self {
        case .search(_, let place), .show(_, let place): place.baseURL
        case .tour, .serve, .help: nil
        }
    }

    private static func sentence(for error: NetworkError, from baseURL: URL) -> String {
        switch error {
        case .connection(let failure) where [.dns, .cannotConnect].contains(failure.kind):
            "No server can be reached at \(baseURL.absoluteString). Check the address, start one there with "
                + "'CourseCatalogue serve --port N', or leave --base-url out."
        case .server, .decoding, .connection, .redirectRefused:
            "\(error.localizedDescription) Check that a course catalogue answers at \(baseURL.absoluteString)."
        default:
            error.localizedDescription
        }
    }
}
