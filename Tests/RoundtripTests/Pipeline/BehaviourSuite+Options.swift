import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

private enum ColourKey: CallOptionKey { static let defaultValue = "default" }

extension CallOptions {
    fileprivate var colour: String {
        get { self[ColourKey.self] }
        set { self[ColourKey.self] = newValue }
    }
}

extension BehaviourSuite {
    @Suite struct Options {
        /// Who sets an option, and who wins.
        static let layers: [(client: String?, endpoint: String?, call: String?, wins: String)] = [
            (nil, nil, nil, "default"), ("client", nil, nil, "client"), (nil, "endpoint", nil, "endpoint"),
            (nil, nil, "call", "call"), ("client", "endpoint", nil, "endpoint"), ("client", nil, "call", "call"),
            (nil, "endpoint", "call", "call"), ("client", "endpoint", "call", "call"),
        ]

        @Test(arguments: Road.allCases, layers)
        func `a call's options beat the endpoint's, and these the client's`(
            road: Road,
            given: (client: String?, endpoint: String?, call: String?, wins: String)
        ) async throws {
            let seen = Notes<String>()
            let stage = try await Stage.on(road) {
                if let colour = given.client { $0.options.colour = colour }
                $0.attemptMiddleware = [
                    Step { request, context, next in
                        seen.add(context.options.colour)
                        return try await next(request)
                    }
                ]
            } handler: { _ in
                .response()
            }
            var request = Request<Void>.get("x")
            if let colour = given.endpoint { request.options.colour = colour }
            let options = CallOptions { if let colour = given.call { $0.colour = colour } }
            try await stage.client.send(request, options: options)
            _ = try await stage.client.open(request, delivery: .streamed, options: options)
            #expect(seen.all == [given.wins, given.wins])
        }

        @Test(arguments: Road.allCases)
        func `layers are laid over each other option by option`(road: Road) async throws {
            let seen = Notes<TransportOptions>()
            let stage = try await Stage.on(road) {
                // Longer than a busy machine takes.
                $0.options.attemptTimeout = .seconds(1111)
                $0.options.version = .fixed("client")
                $0.options.idempotency = .key("client")
                $0.environment.version = "environment"
                $0.attemptMiddleware = [
                    Step { request, _, next in
                        seen.add(request.options)
                        return try await next(request)
                    }
                ]
            } handler: { _ in
                .response()
            }
            var request = Request<Void>(.post, "x", idempotency: .key("declared"))
            request.options.version = .fixed("endpoint")
            try await stage.client.send(request, options: CallOptions { $0.idempotency = .key("call") })
            try await stage.client.send(Request<Void>.get("x"), options: CallOptions { $0.version = .none })
            let last = CallOptions {
                $0.version = .environment
                $0.attemptTimeout = nil
            }
            try await stage.client.send(Request<Void>.get("x"), options: last)
            #expect(stage.received.map(\.path) == ["/endpoint/x", "/x", "/environment/x"])
            #expect(stage.received.map { $0.headers["Idempotency-Key"] } == ["call", "client", "client"])
            #expect(seen.all.map(\.idleTimeout) == [.seconds(1111), .seconds(1111), nil])
        }

        @Test(arguments: Road.allCases)
        func `the body limit is an option like the others`(road: Road) async throws {
            let stage = try await Stage.on(road) {
                $0.options.bodyLimit = 10
            } handler: { _ in
                .response(body: .pattern(20))
            }
            var request = Request<Data>.get("x")
            await #expect(throws: NetworkError.responseTooLarge(limit: 10)) { try await stage.client.send(request) }
            request.options.bodyLimit = 20
            #expect(try await stage.client.send(request) == .pattern(20))
            await #expect(throws: NetworkError.responseTooLarge(limit: 19)) {
                try await stage.client.send(request, options: CallOptions { $0.bodyLimit = 19 })
            }
        }

        @Test(arguments: Road.allCases)
        func `an idempotency key is made once for each call`(road: Road) async throws {
            let stage = try await Stage.on(road) { _ in .response() }
            let request = Request<Void>(.post, "x", idempotency: .generatedKey)
            for _ in 1...2 { try await stage.client.send(request) }
            try await stage.client.send(Request<Void>(.post, "x"))
            let keys = stage.received.map { $0.headers["Idempotency-Key"] }
            #expect(keys[0] != nil && keys[1] != nil && keys[0] != keys[1])
            #expect(keys[2] == nil)
        }
    }
}
