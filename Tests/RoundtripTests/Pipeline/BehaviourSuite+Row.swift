import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    /// The order of the row, and what each step sees of a call.
    @Suite struct TheRow {
        /// Notes when the request comes by and when the answer does.
        private func noting(_ name: String, in notes: Notes<String>) -> Step {
            Step { request, _, next in
                notes.add("\(name) >")
                let response = try await next(request)
                notes.add("\(name) <")
                return response
            }
        }

        /// Both ways of making a call pass one row.
        enum Way: CaseIterable {
            case send, open

            func call(_ stage: Stage, _ request: Request<Void>) async throws {
                switch self {
                case .send: try await stage.client.send(request)
                case .open: _ = try await stage.client.open(request, delivery: .streamed)
                }
            }
        }

        @Test(arguments: Road.allCases, Way.allCases)
        func `steps are passed in their order and back`(road: Road, way: Way) async throws {
            let notes = Notes<String>()
            let stage = try await Stage.on(road) {
                $0.callMiddleware = [noting("call 1", in: notes), noting("call 2", in: notes)]
                $0.attemptMiddleware = [noting("attempt 1", in: notes), noting("attempt 2", in: notes)]
            } handler: { _ in
                notes.add("server")
                return .response()
            }
            try await way.call(stage, .get("x"))
            #expect(
                notes.all == [
                    "call 1 >", "call 2 >", "attempt 1 >", "attempt 2 >", "server", "attempt 2 <", "attempt 1 <",
                    "call 2 <", "call 1 <",
                ])
        }

        @Test(arguments: Road.allCases, Way.allCases)
        func `headers and the credential are set between the call's steps and the attempt's`(
            road: Road,
            way: Way
        ) async throws {
            let seen = Notes<HTTPHeaders>()
            let noting = Step { request, _, next in
                seen.add(request.headers)
                return try await next(request)
            }
            let stage = try await Stage.on(road) {
                $0.credential = FixedCredential.bearer("t")
                $0.callMiddleware = [noting]
                $0.attemptMiddleware = [noting]
            } handler: { _ in
                .response()
            }
            try await way.call(stage, .get("x"))
            let names = ["Authorization", "X-Request-ID", "Accept", "Accept-Language"]
            #expect(names.map { seen.all[0].contains($0) } == [false, false, false, false])
            #expect(names.map { seen.all[1].contains($0) } == [true, true, true, true])
            #expect(stage.received[0].headers["Authorization"] == "Bearer t")
        }

        @Test(arguments: Road.allCases, Way.allCases)
        func `a call middleware sees one call, an attempt middleware each exchange`(road: Road, way: Way) async throws {
            let (calls, exchanges, ids) = (Notes<Int>(), Notes<Int>(), Notes<String>())
            let stage = try await Stage.on(road) {
                $0.callMiddleware = [
                    Step { request, context, next in
                        ids.add(context.id)
                        let response = try await next(request)
                        calls.add(response.status)
                        return response
                    },
                    Step { request, _, next in
                        _ = try await next(request)
                        return try await next(request)
                    },
                ]
                $0.attemptMiddleware = [
                    Step { request, context, next in
                        ids.add(context.id)
                        let response = try await next(request)
                        exchanges.add(response.status)
                        return response
                    }
                ]
            } handler: {
                .response($0.headers.contains("X-Second") ? 200 : 201)
            }
            try await way.call(stage, .get("x"))
            #expect(calls.all == [201])
            #expect(exchanges.all == [201, 201])
            #expect(Set(ids.all).count == 1)
            #expect(stage.received.map { $0.headers["X-Request-ID"] } == [ids.all[0], ids.all[0]])
        }

        @Test(arguments: Road.allCases)
        func `an attempt middleware that repeats has each of its exchanges counted`(road: Road) async throws {
            let stage = try await Stage.on(road) {
                $0.attemptMiddleware = [
                    Step { request, _, next in
                        var request = request
                        for attempt in 1...2 {
                            request.headers["X-Attempt"] = "\(attempt)"
                            _ = try await next(request)
                        }
                        request.headers["X-Attempt"] = "3"
                        return try await next(request)
                    }
                ]
            } handler: {
                .text($0.headers["X-Attempt"] ?? "")
            }
            let reply = try await stage.client.reply(for: Request<String>.get("x"))
            #expect(reply.value == "3")
            #expect(reply.attempts == 3)
            #expect(Set(stage.received.map { $0.headers["X-Request-ID"] }) == [reply.requestID])
        }

        @Test(arguments: Road.allCases)
        func `a step can answer by itself`(road: Road) async throws {
            let stage = try await Stage.on(road) {
                $0.callMiddleware = [
                    Step { request, _, _ in
                        HTTPResponse(
                            status: 203, body: .data(Data("7".utf8)), request: request, source: .cache(age: .zero))
                    }
                ]
            } handler: { _ in
                .response(500)
            }
            let reply = try await stage.client.reply(for: Request<Int>.get("x"))
            #expect(reply.value == 7)
            #expect(reply.status == 203)
            #expect(reply.source == .cache(age: .zero))
            #expect(reply.attempts == 0)
            #expect(stage.received.isEmpty)
        }

        @Test(arguments: Road.allCases)
        func `the context names the endpoint and carries what the call is`(road: Road) async throws {
            let seen = Notes<CallContext>()
            let stage = try await Stage.on(road) {
                $0.makeID = { "made" }
                $0.attemptMiddleware = [
                    Step { request, context, next in
                        seen.add(context)
                        return try await next(request)
                    }
                ]
            } handler: { _ in
                .response()
            }
            try await stage.client.send(
                Request<Void>(.post, "people/\(42)/x", requiresAuth: false, idempotency: .key("k")))
            _ = try await stage.client.open(
                Request<Void>.get("/y", query: ["q": 1]), delivery: .streamed)
            let (sent, opened) = (seen.all[0], seen.all[1])
            #expect(sent.endpoint == "people/{}/x")
            #expect(sent.id == "made")
            #expect(!sent.requiresAuth)
            #expect(sent.idempotency == .key("k"))
            #expect(sent.delivery == .buffered(limit: 64 << 20))
            #expect(sent.session == .none)
            #expect(opened.endpoint == "y")
            #expect(opened.requiresAuth)
            #expect(opened.delivery == .streamed)
        }

        @Test(arguments: Road.allCases)
        func `an id that the endpoint sets itself is the id of the call`(road: Road) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            let reply = try await stage.client.reply(
                for: Request<Void>(.get, "x", headers: ["x-request-id": "mine"]))
            #expect(reply.requestID == "mine")
            #expect(stage.received[0].headers.values(for: "X-Request-ID") == ["mine"])
        }

        @Test(arguments: Road.allCases)
        func `calls have ids of their own`(road: Road) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            for _ in 1...3 { try await stage.client.send(Request<Void>.get("x")) }
            #expect(Set(stage.received.map { $0.headers["X-Request-ID"] ?? "" }.filter { !$0.isEmpty }).count == 3)
        }

        @Test(arguments: Road.allCases)
        func `a one-off request takes the whole row`(road: Road) async throws {
            let notes = Notes<String>()
            let stage = try await Stage.on(road) {
                $0.credential = FixedCredential.apiKey("k")
                $0.callMiddleware = [noting("call", in: notes)]
            } handler: {
                .json("{\"id\":\($0.headers["X-Api-Key"] == "k" ? 1 : 0)}")
            }
            let request = HTTPRequest(
                method: .put, url: stage.baseURL.appending(path: "one/off"), headers: ["Content-Type": "x/y"],
                body: .data(Data("b".utf8)))
            #expect(try await stage.client.send(request, as: Person.self) == Person(id: 1))
            #expect(notes.all == ["call >", "call <"])
            let received = stage.received[0]
            #expect(received.method == .put)
            #expect(received.path == "/one/off")
            #expect(received.text == "b")
            #expect(received.headers["Content-Type"] == "x/y")
        }
    }
}
