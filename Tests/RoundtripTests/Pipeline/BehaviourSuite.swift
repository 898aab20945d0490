import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

/// What a client does with answers, failures and options: the same over both roads, so every test takes a `Road`.
///
/// All of it is watched for leaks: every client sends secrets, and every sink is searched for them afterwards.
@Suite(.timeLimit(.minutes(5)), .watchedForLeaks) enum BehaviourSuite {}

struct Person: Codable, Hashable, Sendable {
    let id: Int
}

extension NetworkError {
    var server: ServerError? { if case .server(let error) = self { error } else { nil } }
    var decoding: DecodingFailure? { if case .decoding(let failure) = self { failure } else { nil } }
    var sentence: String? { if case .invalidRequest(let sentence) = self { sentence } else { nil } }

    /// The transport's error behind a failed connection or an unknown outcome.
    var transport: TransportError? {
        switch self {
        case .connection(let error), .outcomeUnknown(let error, _): error
        default: nil
        }
    }
}

/// A middleware made of a closure.
struct Step: Middleware {
    let body: @Sendable (HTTPRequest, CallContext, Next) async throws -> HTTPResponse

    init(_ body: @escaping @Sendable (HTTPRequest, CallContext, Next) async throws -> HTTPResponse) {
        self.body = body
    }

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        try await body(request, context, next)
    }
}

/// What the steps of a test note down, in order.
final class Notes<Note: Sendable>: Sendable {
    private let notes = Locked<[Note]>([])
    var all: [Note] { notes.withLock { $0 } }
    func add(_ note: Note) { notes.withLock { $0.append(note) } }
}

/// An error that no part of the package knows, whose description must not get out.
struct StrangeError: Error, CustomStringConvertible {
    var description: String { "SECRET" }
}
