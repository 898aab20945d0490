import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    /// CANCEL-02: one and the same error in every phase, at once, and nothing more is sent.
    @Suite struct Cancellation {
        enum Way: CaseIterable {
            case send, open

            func call(_ stage: Stage, _ request: Request<Person> = .get("x")) async throws {
                switch self {
                case .send: _ = try await stage.client.send(request)
                case .open: _ = try await stage.client.open(request, delivery: .buffered(limit: 100))
                }
            }
        }

        /// Cancels the call as soon as `gate` holds something, and expects the one error.
        private func expectCancelled(
            when gate: Gate,
            _ call: @escaping @Sendable () async throws -> Void
        ) async {
            let task = Task { try await call() }
            await gate.waiting(atLeast: 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(!gate.isOpen)
        }

        // CANCEL-02 (a)
        @Test(arguments: Road.allCases, Way.allCases)
        func `before the call`(road: Road, way: Way) async throws {
            let passed = Notes<String>()
            let stage = try await Stage.on(road) {
                $0.callMiddleware = [
                    Step { request, context, next in
                        passed.add(context.endpoint)
                        return try await next(request)
                    }
                ]
            } handler: { _ in
                .json(#"{"id":1}"#)
            }
            let go = Gate()
            let task = Task {
                try? await go.wait()
                try await way.call(stage)
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(passed.all.isEmpty)
            #expect(stage.received.isEmpty)
        }

        private struct HeldCredential: Credential {
            let gate: Gate
            func middleware(origins: Set<Origin>) -> any Middleware { Step { try await $2($0) } }
            func session() async throws -> CallSession {
                try await gate.wait()
                return .none
            }
        }

        // CANCEL-02 (b)
        @Test(arguments: Road.allCases, Way.allCases)
        func `while the session is read`(road: Road, way: Way) async throws {
            let gate = Gate()
            let stage = try await Stage.on(road) {
                $0.credential = HeldCredential(gate: gate)
            } handler: { _ in
                .json(#"{"id":1}"#)
            }
            await expectCancelled(when: gate) { try await way.call(stage) }
            #expect(stage.received.isEmpty)
        }

        // CANCEL-02 (b)
        @Test(arguments: Road.allCases, Way.allCases)
        func `in a middleware, on the way out`(road: Road, way: Way) async throws {
            for isAttempt in [false, true] {
                let gate = Gate()
                let step = Step { request, _, next in
                    try await gate.wait()
                    return try await next(request)
                }
                let stage = try await Stage.on(road) {
                    if isAttempt { $0.attemptMiddleware = [step] } else { $0.callMiddleware = [step] }
                } handler: { _ in
                    .json(#"{"id":1}"#)
                }
                await expectCancelled(when: gate) { try await way.call(stage) }
                #expect(stage.received.isEmpty)
            }
        }

        // CANCEL-02 (b): a middleware that does not listen can delay the end, but sends nothing
        @Test(arguments: Road.allCases, Way.allCases)
        func `in a middleware that does not listen`(road: Road, way: Way) async throws {
            let (arrived, release) = (Gate(), Gate())
            let stage = try await Stage.on(road) {
                $0.callMiddleware = [
                    Step { request, _, next in
                        arrived.open()
                        await Task { try? await release.wait() }.value
                        return try await next(request)
                    }
                ]
            } handler: { _ in
                .json(#"{"id":1}"#)
            }
            let task = Task { try await way.call(stage) }
            try await arrived.wait()
            task.cancel()
            release.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(stage.received.isEmpty)
        }

        // CANCEL-02 (c)
        @Test(arguments: Road.allCases, Way.allCases)
        func `in flight`(road: Road, way: Way) async throws {
            let (get, post) = (Gate(), Gate())
            let stage = try await Stage.on(road) { request in
                .json(#"{"id":1}"#).held(by: request.method == .get ? get : post)
            }
            for (method, gate) in [(HTTPMethod.get, get), (.post, post)] {
                await expectCancelled(when: gate) { try await way.call(stage, Request(method, "x")) }
            }
            await stage.disconnects(atLeast: 2)
            #expect(stage.received.count == 2)
        }

        // CANCEL-02 (d)
        @Test(arguments: Road.allCases, Way.allCases)
        func `while a buffered body comes`(road: Road, way: Way) async throws {
            let gate = Gate()
            let stage = try await Stage.on(road) { _ in
                .stream { writer in
                    try await writer.write("{")
                    try await gate.wait()
                }
            }
            await expectCancelled(when: gate) { try await way.call(stage) }
            await stage.disconnects(atLeast: 1)
        }

        // CANCEL-02 (d)
        @Test(arguments: Road.allCases)
        func `while a body streams`(road: Road) async throws {
            let gate = Gate()
            let stage = try await Stage.on(road) { _ in
                .stream { writer in
                    try await writer.write("{")
                    try await gate.wait()
                }
            }
            await expectCancelled(when: gate) {
                let response = try await stage.client.open(Request<Void>.get("x"), delivery: .streamed)
                guard case .stream(let stream) = response.body else { return }
                for try await _ in stream {}
            }
            await stage.disconnects(atLeast: 1)
        }

        private struct CountingDecoder: ResponseDecoder {
            let asked = Notes<String>()
            var gate: Gate?

            func decode<T: Decodable & Sendable>(_ type: T.Type, from data: Data) async throws -> T {
                asked.add("\(type)")
                do { try await gate?.wait() } catch { throw StrangeError() }
                return try JSONDecoder().decode(type, from: data)
            }
        }

        // CANCEL-02 (f)
        @Test(arguments: Road.allCases)
        func `between the last byte and decoding`(road: Road) async throws {
            let (arrived, release) = (Gate(), Gate())
            let decoder = CountingDecoder()
            let stage = try await Stage.on(road) {
                $0.decoder = decoder
                $0.callMiddleware = [
                    Step { request, _, next in
                        let response = try await next(request)
                        arrived.open()
                        await Task { try? await release.wait() }.value
                        return response
                    }
                ]
            } handler: { _ in
                .json(#"{"id":1}"#)
            }
            let task = Task { try await stage.client.send(Request<Person>.get("x")) }
            try await arrived.wait()
            task.cancel()
            release.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(decoder.asked.all.isEmpty)
        }

        // CANCEL-02 (f)
        @Test(arguments: Road.allCases)
        func `while decoding, whatever the decoder makes of it`(road: Road) async throws {
            let gate = Gate()
            let stage = try await Stage.on(road) {
                $0.decoder = CountingDecoder(gate: gate)
            } handler: { _ in
                .json(#"{"id":1}"#)
            }
            await expectCancelled(when: gate) { _ = try await stage.client.send(Request<Person>.get("x")) }
        }

        /// What a middleware may make of a cancellation. None of it reaches the caller.
        enum Swallowing: CaseIterable {
            case anotherError, networkError, anAnswer, fourMoreAttempts
        }

        // CANCEL-01
        @Test(arguments: Road.allCases, Swallowing.allCases)
        func `in flight, under a middleware that swallows it`(road: Road, swallowing: Swallowing) async throws {
            let gate = Gate()
            let stage = try await Stage.on(road) {
                $0.attemptMiddleware = [
                    Step { request, _, next in
                        do {
                            return try await next(request)
                        } catch {
                            switch swallowing {
                            case .anotherError: throw StrangeError()
                            case .networkError: throw NetworkError.offline
                            case .anAnswer:
                                return HTTPResponse(status: 200, body: .data(Data("{\"id\":2}".utf8)), request: request)
                            case .fourMoreAttempts:
                                for _ in 1...4 { _ = try? await next(request) }
                                throw error
                            }
                        }
                    }
                ]
            } handler: { _ in
                .json(#"{"id":1}"#).held(by: gate)
            }
            await expectCancelled(when: gate) { _ = try await stage.client.send(Request<Person>.get("x")) }
            await stage.disconnects(atLeast: 1)
            #expect(stage.received.count == 1)
        }

        @Test(arguments: Road.allCases)
        func `of one call, and no other`(road: Road) async throws {
            let gate = Gate()
            let stage = try await Stage.on(road) { _ in .json(#"{"id":1}"#).held(by: gate) }
            let tasks = (0..<4).map { _ in Task { try await stage.client.send(Request<Person>.get("x")) } }
            await gate.waiting(atLeast: 4)
            tasks[1].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[1].value }
            await stage.disconnects(atLeast: 1)
            gate.open()
            for index in [0, 2, 3] { #expect(try await tasks[index].value == Person(id: 1)) }
        }
    }
}
