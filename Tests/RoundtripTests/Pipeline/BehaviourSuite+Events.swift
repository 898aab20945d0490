import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    @Suite struct Events {
        private let log = EventLog(wantsDetails: true)

        private func stage(_ road: Road, _ handler: @escaping Stage.Handler) async throws -> (Stage, ObserverQueues?) {
            var queues: ObserverQueues?
            let stage = try await Stage.on(road) {
                $0.observers += [log]
                $0.cache = nil
                queues = $0.observerQueues
            } handler: {
                try await handler($0)
            }
            return (stage, queues)
        }

        @Test(arguments: Road.allCases)
        func `an attempt has its status, time and bytes`(road: Road) async throws {
            let (stage, queues) = try await stage(road) { _ in .json(#"{"id":1}"#) }
            _ = try await stage.client.send(Request<Person>.post("people", body: Person(id: 1)))
            await queues?.drain()
            #expect(log.lines == ["call POST", "attempt 1 POST", "attempt 1: 200", "end: 200"])
            let attempt = try #require(log.attempts.first)
            #expect((attempt.metrics.bytesReceived ?? 0) >= 8 && (attempt.metrics.bytesSent ?? 0) >= 8)
            let end = try #require(log.ends.first)
            #expect(try #require(attempt.metrics.total) <= end.duration)
            #expect(attempt.record?.url == "\(stage.baseURL)/people")
        }

        @Test(arguments: Road.allCases)
        func `a stream ends attempt and call with its last byte`(road: Road) async throws {
            let gate = Gate()
            let (stage, queues) = try await stage(road) { _ in
                .stream { writer in
                    try await writer.write("one")
                    try await gate.wait()
                    try await writer.write("two")
                }
            }
            let response = try await stage.client.open(Request<Person>.get("events"), delivery: .streamed)
            guard case .stream(let stream) = response.body else {
                Issue.record("no stream")
                return
            }
            await queues?.drain()
            #expect(log.lines == ["call GET", "attempt 1 GET"])
            gate.open()
            #expect(try await stream.collect(upTo: 10) == Data("onetwo".utf8))
            await queues?.drain()
            #expect(log.lines.suffix(2) == ["attempt 1: 200", "end: 200"])
            #expect(log.attempts.map(\.metrics.bytesReceived) == [6])
        }

        @Test(arguments: Road.allCases)
        func `a call that is cancelled in flight says that it may have been sent`(road: Road) async throws {
            let gate = Gate()
            defer { gate.open() }
            let (stage, queues) = try await stage(road) { _ in .json("{}").held(by: gate) }
            let call = Task { try await stage.client.send(Request<Person>.post("people", body: Person(id: 1))) }
            await stage.requests(atLeast: 1)
            call.cancel()
            _ = await call.result
            await queues?.drain()
            #expect(log.lines.suffix(2) == ["attempt 1: abandoned", "end: cancelled, may have been sent"])
        }

        // LOG-02, LOG-03
        @Test(arguments: Road.allCases)
        func `no failure tells a secret of the URL or the answer`(road: Road) async throws {
            let stage = try await Stage.on(road) { request in
                switch request.path {
                case "/500/PATHMARK": .json(#"{"message":"BODYMARK"}"#, status: 500)
                case "/decode/PATHMARK": .json(#"{"id":"BODYMARK"}"#)
                case "/loop/PATHMARK": .response(302, headers: ["Location": "/loop/PATHMARK?api_key=KEYMARK"])
                case "/lost/PATHMARK": .failure(TransportError(.connectionLost, mayHaveBeenSent: true))
                default: .failure(TransportError(.invalidResponse, mayHaveBeenSent: true))
                }
            }
            let nobody = try #require(URL(string: "http://127.0.0.1:1"))
            let closed = APIClient(
                ClientConfiguration(
                    environment: APIEnvironment(name: "closed", baseURL: nobody), transport: stage.transport))
            let query: RequestQuery = ["api_key": "KEYMARK", "q": "ok"]
            let paths: [EndpointPath] = [
                "500/\("PATHMARK")", "decode/\("PATHMARK")", "loop/\("PATHMARK")", "lost/\("PATHMARK")",
                "garbage/\("PATHMARK")",
            ]
            var errors: [any Error] = []
            for (client, path) in paths.map({ (stage.client, $0) }) + [(closed, paths[4])] {
                do {
                    _ = try await client.send(
                        Request<Person>(.get, path, query: query, options: CallOptions { $0.retryPolicy = .never }))
                } catch {
                    errors.append(error)
                }
            }
            #expect(errors.count == 6)
            for error in errors {
                for text in printings(of: error) { #expect(!text.contains("MARK"), "\(text)") }
            }
        }
    }
}
