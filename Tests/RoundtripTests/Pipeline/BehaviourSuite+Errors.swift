import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    /// Whatever goes wrong, wherever: what comes out is a `NetworkError`, and no foreign error's description.
    @Suite struct ErrorTypes {
        struct StrangeDecoder: ResponseDecoder {
            func decode<T: Decodable & Sendable>(_ type: T.Type, from data: Data) async throws -> T {
                throw StrangeError()
            }
        }

        struct StrangeEncoder: RequestEncoder {
            let contentType = "x/y"
            func encode(_ value: some Encodable) throws -> Data { throw StrangeError() }
        }

        struct StrangeCredential: Credential {
            var error: any Error = StrangeError()
            func middleware(origins: Set<Origin>) -> any Middleware { Step { try await $2($0) } }
            func session() async throws -> CallSession { throw error }
        }

        /// What each call of the endpoint below ends as.
        enum Ending {
            case invalidRequest, connection, outcomeUnknown, decoding, credentialsUnavailable, exactly(NetworkError)

            func fits(_ error: NetworkError) -> Bool {
                switch (self, error) {
                case (.invalidRequest, .invalidRequest), (.connection, .connection), (.decoding, .decoding),
                    (.outcomeUnknown, .outcomeUnknown), (.credentialsUnavailable, .credentialsUnavailable):
                    true
                case (.exactly(let expected), _): error == expected
                default: false
                }
            }
        }

        struct Fault: Sendable, CustomTestStringConvertible {
            let testDescription: String
            var method = HTTPMethod.get
            let ending: Ending
            var read: Request<Person>.Reader = { try await $0.decoded(as: Person.self, with: $1) }
            /// Whether it also shows where no reply is read.
            var showsOnOpen = true
            let configure: @Sendable (inout ClientConfiguration) -> Void
        }

        private static func before(_ error: any Error) -> @Sendable (inout ClientConfiguration) -> Void {
            { $0.attemptMiddleware = [Step { _, _, _ in throw error }] }
        }

        private static func after(_ error: any Error) -> @Sendable (inout ClientConfiguration) -> Void {
            {
                $0.callMiddleware = [
                    Step { request, _, next in
                        _ = try await next(request)
                        throw error
                    }
                ]
            }
        }

        private static let timeout = TransportError(.timeout, mayHaveBeenSent: true)

        static let faults = [
            Fault(
                testDescription: "a middleware's own error, before", ending: .invalidRequest,
                configure: before(StrangeError())),
            Fault(
                testDescription: "a middleware's own error, before, of a POST", method: .post, ending: .invalidRequest,
                configure: before(StrangeError())),
            Fault(
                testDescription: "a middleware's own error, after", ending: .connection,
                configure: after(StrangeError())),
            Fault(
                testDescription: "a middleware's own error, after, of a POST", method: .post, ending: .outcomeUnknown,
                configure: after(StrangeError())),
            Fault(
                testDescription: "a middleware's NetworkError", ending: .exactly(.sessionExpired),
                configure: before(NetworkError.sessionExpired)),
            Fault(
                testDescription: "a middleware's NetworkError after a POST", method: .post,
                ending: .exactly(.offline), configure: after(NetworkError.offline)),
            Fault(
                testDescription: "a middleware's TransportError", ending: .exactly(.timeout), configure: before(timeout)
            ),
            Fault(
                testDescription: "a middleware's TransportError after a POST", method: .post,
                ending: .exactly(.outcomeUnknown(timeout, idempotencyKey: nil)), configure: after(timeout)),
            Fault(
                testDescription: "a cancellation that nobody asked for, before", ending: .invalidRequest,
                configure: before(CancellationError())),
            Fault(
                testDescription: "a cancellation that nobody asked for, after", ending: .connection,
                configure: after(CancellationError())),
            Fault(
                testDescription: "a decoder's own error", ending: .decoding, showsOnOpen: false,
                configure: { $0.decoder = StrangeDecoder() }),
            Fault(
                testDescription: "an endpoint's own reading", ending: .decoding,
                read: { _, _ in throw StrangeError() }, showsOnOpen: false, configure: { _ in }),
            Fault(
                testDescription: "an endpoint's own reading, of a POST", method: .post, ending: .decoding,
                read: { _, _ in throw StrangeError() }, showsOnOpen: false, configure: { _ in }),
            Fault(
                testDescription: "an endpoint's reading that throws a NetworkError", ending: .exactly(.sessionExpired),
                read: { _, _ in throw NetworkError.sessionExpired }, showsOnOpen: false, configure: { _ in }),
            Fault(
                testDescription: "a credential's own error", ending: .credentialsUnavailable,
                configure: { $0.credential = StrangeCredential() }),
            Fault(
                testDescription: "a credential's cancellation that nobody asked for", ending: .credentialsUnavailable,
                configure: { $0.credential = StrangeCredential(error: CancellationError()) }),
            Fault(
                testDescription: "an endpoint's reading that claims a cancellation", ending: .decoding,
                read: { _, _ in throw CancellationError() }, showsOnOpen: false, configure: { _ in }),
            Fault(
                testDescription: "a credential's NetworkError", ending: .exactly(.sessionExpired),
                configure: { $0.credential = StrangeCredential(error: NetworkError.sessionExpired) }),
            Fault(
                testDescription: "a base URL that is none", ending: .invalidRequest,
                configure: { $0.environment.baseURL = URL(filePath: "/tmp") }),
        ]

        @Test(arguments: Road.allCases, faults)
        func `every failure of a call is a NetworkError`(road: Road, fault: Fault) async throws {
            let stage = try await Stage.on(road, configure: fault.configure) { _ in .json(#"{"id":1}"#) }
            let request = Request<Person>(fault.method, "x", read: fault.read)
            let sent = await #expect(throws: NetworkError.self) { _ = try await stage.client.send(request) }
            var errors = [try #require(sent)]
            if fault.showsOnOpen {
                let opened = await #expect(throws: NetworkError.self) {
                    _ = try await stage.client.open(request, delivery: .streamed)
                }
                errors.append(try #require(opened))
            }
            for error in errors {
                #expect(fault.ending.fits(error), "\(error)")
                for text in ["\(error)", String(reflecting: error), error.localizedDescription] {
                    #expect(!text.contains("SECRET"))
                }
            }
        }

        @Test(arguments: Road.allCases)
        func `a failed reading carries type, status and size, and the id of the call`(road: Road) async throws {
            let stage = try await Stage.on(road) { _ in .json(#"{"id":1}"#, status: 201) }
            let error = await #expect(throws: NetworkError.self) {
                _ = try await stage.client.send(Request<Person>(.get, "x") { _, _ in throw StrangeError() })
            }
            let failure = try #require(error?.decoding)
            #expect(failure.reason == .custom(errorType: "StrangeError"))
            #expect(failure.type == "Person")
            #expect(failure.status == 201)
            #expect(failure.byteCount == 8)
            #expect(failure.requestID == stage.received[0].headers["X-Request-ID"])
        }

        @Test(arguments: Road.allCases)
        func `a body that cannot be encoded is an invalid request, and nothing arrives`(road: Road) async throws {
            struct Unencodable: Encodable, Sendable {
                func encode(to encoder: any Encoder) throws { throw StrangeError() }
            }
            for encoder in [JSONRequestEncoder(), StrangeEncoder()] as [any RequestEncoder] {
                let stage = try await Stage.on(road) {
                    $0.encoder = encoder
                } handler: { _ in
                    .response()
                }
                let error = await #expect(throws: NetworkError.self) {
                    try await stage.client.send(Request<Void>.post("x", body: Unencodable()))
                }
                #expect(error?.sentence?.contains("SECRET") == false)
                #expect(stage.received.isEmpty)
            }
        }

        @Test(arguments: Road.allCases, ["", ".", "..", "%2e"])
        func `a path that cannot be built is an invalid request, and nothing arrives`(
            road: Road,
            id: String
        ) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            for request in [Request<Void>.get("people/\(id)"), .get("people/x?\(id)"), .get("a//b")] {
                guard id != "%2e" || request.path.template != "people/{}" else { continue }
                let error = await #expect(throws: NetworkError.self) { try await stage.client.send(request) }
                #expect(error?.sentence != nil)
            }
            #expect(stage.received.isEmpty)
        }

        // MARK: Streams

        private func stream(_ stage: Stage, _ method: HTTPMethod = .get) async throws -> HTTPByteStream? {
            let response = try await stage.client.open(Request<Void>(method, "x"), delivery: .streamed)
            return if case .stream(let stream) = response.body { stream } else { nil }
        }

        @Test(arguments: Road.allCases, [HTTPMethod.get, .post])
        func `a stream that breaks off fails with a NetworkError`(road: Road, method: HTTPMethod) async throws {
            let stage = try await Stage.on(road) { _ in
                .stream { writer in
                    try await writer.write("1")
                    throw TransportError(.truncatedBody, mayHaveBeenSent: true)
                }
            }
            let stream = try #require(try await stream(stage, method))
            let error = await #expect(throws: NetworkError.self) { for try await _ in stream {} }
            #expect(error?.transport?.kind == .truncatedBody)
            if method == .post {
                guard case .outcomeUnknown? = error else {
                    Issue.record("a POST without its final byte has no known outcome")
                    return
                }
            }
        }

        @Test(arguments: Road.allCases)
        func `a stream that a middleware broke fails with a NetworkError that shows nothing`(road: Road) async throws {
            let stage = try await Stage.on(road) {
                $0.callMiddleware = [
                    Step { request, _, next in
                        var response = try await next(request)
                        response.body = .stream(HTTPByteStream(next: { throw StrangeError() }))
                        return response
                    }
                ]
            } handler: { _ in
                .text("1")
            }
            let stream = try #require(try await stream(stage))
            let error = await #expect(throws: NetworkError.self) { for try await _ in stream {} }
            #expect(error?.transport?.kind == .middleware(errorType: "StrangeError"))
            #expect(!String(reflecting: error).contains("SECRET"))
        }
    }
}
