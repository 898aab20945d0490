import Foundation
import Roundtrip
import RoundtripTesting
import Testing

@testable import CourseCatalogue

@Suite struct CommandFailureTests {
    static let base = URL(string: "http://127.0.0.1:8080")
    static let refused = NetworkError.connection(TransportError(.cannotConnect, mayHaveBeenSent: false))
    static let lost = NetworkError.connection(TransportError(.connectionLost, mayHaveBeenSent: true))

    struct Row: Sendable, CustomTestStringConvertible {
        let command: Command
        let error: any Error
        let next: String
        var testDescription: String { "\(command) \(error)" }
    }

    static let rows = [
        Row(
            command: .show(id: "bio-1", Command.Place()), error: NetworkError.server(ServerError(status: 404)),
            next: "search TERM"),
        Row(command: .show(id: "bio-101", Command.Place(baseURL: base)), error: refused, next: "serve --port N"),
        Row(command: .search(term: "a", Command.Place(baseURL: base)), error: refused, next: "leave --base-url out"),
        Row(
            command: .search(term: "a", Command.Place(baseURL: base)), error: lost,
            next: "Check that a course catalogue answers at"),
        Row(
            command: .search(term: "a", Command.Place(baseURL: base)),
            error: NetworkError.decoding(DecodingFailure(.htmlPage, type: "T", status: 200, byteCount: 1)),
            next: "Check that a course catalogue answers at"),
        Row(
            command: .search(term: "a", Command.Place(isOffline: true)),
            error: NetworkError.server(ServerError(status: 504)), next: "once without --offline"),
        Row(
            command: .search(term: "a", Command.Place(baseURL: base)), error: NetworkError.offline,
            next: "Connect to the internet"),
        Row(command: .tour(Exports()), error: lost, next: "Try again"),
        Row(command: .serve(port: 80), error: LoopbackServer.StartError.portInUse(80), next: "--port N"),
        Row(command: .serve(port: 80), error: LoopbackServer.StartError.notPermitted(port: 80), next: "--port N"),
    ]

    @Test(arguments: rows)
    func `an error is a sentence that says what to do next`(row: Row) {
        let sentence = row.command.sentence(for: row.error)
        #expect(sentence.contains(row.next))
        #expect(sentence.first?.isUppercase == true && sentence.hasSuffix("."))
    }

    @Test func `a pipe that nobody reads any more is an error, and does not end the process`() throws {
        Terminal.ignoreClosedPipes()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        #expect(Terminal.writeAll("read by somebody\n", to: ends[1]) == 0)
        close(ends[0])
        #expect(Terminal.writeAll("read by nobody\n", to: ends[1]) == EPIPE)
        close(ends[1])
    }
}
