import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    /// DEC-03, from the wire to the value.
    @Suite struct EmptyBodies {
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            var method = HTTPMethod.get
            let answer: ScriptedTransport.Answer
            /// What comes of the body as it is.
            var text = ""
            var status = 200
        }

        static let empty = [
            Case(testDescription: "204", answer: .response(204), status: 204),
            Case(testDescription: "205", answer: .response(205), status: 205),
            Case(
                testDescription: "HEAD with a length", method: .head,
                answer: .response(headers: ["Content-Type": "application/json"], body: .pattern(500))),
            Case(testDescription: "no bytes", answer: .json("")),
            Case(testDescription: "no bytes and no type", answer: .response()),
            Case(testDescription: "no chunks", answer: .stream { _ in }),
            Case(testDescription: "a line break", answer: .json("\n"), text: "\n"),
            Case(testDescription: "white space", answer: .json(" \t\r\n "), text: " \t\r\n "),
            Case(testDescription: "null", answer: .json("null"), text: "null"),
            Case(testDescription: "null in white space", answer: .json("\n null \n"), text: "\n null \n"),
            Case(
                testDescription: "null in pieces",
                answer: .stream { writer in
                    for piece in ["n", "ul", "l"] { try await writer.write(piece) }
                }, text: "null"),
        ]

        // DEC-03
        @Test(arguments: Road.allCases, empty)
        func `an answer without a body is nothing, where nothing is a value`(road: Road, given: Case) async throws {
            let stage = try await Stage.on(road) { _ in given.answer }
            let client = stage.client
            let reply = try await client.reply(for: Request<Void>(given.method, "x"))
            #expect(reply.status == given.status)
            #expect(try await client.send(Request<Person?>(given.method, "x")) == nil)
            #expect(try await client.send(Request<[Person]?>(given.method, "x")) == nil)
            #expect(try await client.send(Request<EmptyResponse>(given.method, "x")) == EmptyResponse())
            #expect(try await client.send(Request<Data>(given.method, "x")) == Data(given.text.utf8))
            #expect(try await client.send(Request<String>(given.method, "x")) == given.text)
            #expect(try await client.send(Request<String?>(given.method, "x")) == nil)
        }

        // DEC-03
        @Test(arguments: Road.allCases, empty)
        func `an answer without a body is its own error, where a value is needed`(road: Road, given: Case) async throws
        {
            let stage = try await Stage.on(road) { _ in given.answer }
            let single = await #expect(throws: NetworkError.self) {
                _ = try await stage.client.send(Request<Person>(given.method, "x"))
            }
            let failure = try #require(single?.decoding)
            #expect(failure.reason == .emptyBody)
            #expect(failure.status == given.status)
            #expect(failure.type == "Person")
            #expect(failure.byteCount == given.text.utf8.count)
            #expect(failure.requestID == stage.received.last?.headers["X-Request-ID"])
            let list = await #expect(throws: NetworkError.self) {
                _ = try await stage.client.send(Request<[Person]>(given.method, "x"))
            }
            #expect(list?.decoding?.reason == .emptyBody)
        }

        @Test(arguments: Road.allCases, [#"{"id":1}"#, "[1]", "0", "\"\"", "{}", "not JSON"])
        func `a reply of nothing takes any body`(road: Road, body: String) async throws {
            let stage = try await Stage.on(road) { _ in .json(body) }
            try await stage.client.send(Request<Void>.get("x"))
            #expect(try await stage.client.send(Request<EmptyResponse>.get("x")) == EmptyResponse())
            #expect(try await stage.client.send(Request<Data>.get("x")) == Data(body.utf8))
            #expect(try await stage.client.send(Request<String>.get("x")) == body)
        }

        @Test(arguments: Road.allCases)
        func `a body is decoded, for an optional too`(road: Road) async throws {
            let stage = try await Stage.on(road) { _ in .json(#" {"id":1} "#) }
            #expect(try await stage.client.send(Request<Person>.get("x")) == Person(id: 1))
            #expect(try await stage.client.send(Request<Person?>.get("x")) == Person(id: 1))
        }
    }
}
