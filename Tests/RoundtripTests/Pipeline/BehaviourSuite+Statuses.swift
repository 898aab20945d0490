import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    @Suite struct Statuses {
        @Test(arguments: Road.allCases, [200, 201, 202, 203, 206, 207, 226, 299])
        func `every 2xx is a success, and the reply tells which`(road: Road, status: Int) async throws {
            let stage = try await Stage.on(road) { _ in .json(#"{"id":1}"#, status: status, headers: ["ETag": "e"]) }
            let reply = try await stage.client.reply(for: Request<Person>.get("people/1"))
            #expect(reply.value == Person(id: 1))
            #expect(reply.status == status)
            #expect(reply.headers["ETag"] == "e")
            #expect(reply.source == .network)
            #expect(reply.attempts == 1)
            #expect(reply.drops.isEmpty)
            #expect(reply.requestID == stage.received.first?.headers["X-Request-ID"])
        }

        static let failures =
            [
                300, 304, 305, 306, 399, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 416,
                417,
            ]
            + [418, 421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505, 507, 511, 599]

        @Test(arguments: Road.allCases, failures)
        func `every other final status is the server's error, with all that came`(road: Road, status: Int) async throws
        {
            let body = status == 304 ? "" : #"{"code":"c","message":"m"}"#
            let stage = try await Stage.on(road) { _ in
                .json(body, status: status, headers: ["X-Trace": "t", "Retry-After": "7", "Location": "/x"])
            }
            for method in [HTTPMethod.get, .post] {
                let error = await #expect(throws: NetworkError.self) {
                    try await stage.client.send(Request<Person>(method, "people"))
                }
                let server = try #require(error?.server)
                #expect(server.status == status)
                #expect(server.body == Data(body.utf8))
                #expect(server.code == (status == 304 ? nil : "c"))
                #expect(server.message == (status == 304 ? nil : "m"))
                #expect(server.headers["X-Trace"] == "t")
                #expect(server.retryAfter == .seconds(7))
                #expect(server.method == method)
                #expect(server.requestID == stage.received.last?.headers["X-Request-ID"])
                #expect(server.outcomeIsKnown == (method == .get || ![500, 502, 504].contains(status)))
            }
            #expect(stage.received.count == 2)
        }

        @Test(arguments: Road.allCases, [301, 302, 303, 307, 308])
        func `a redirect that says not where to is the server's error`(road: Road, status: Int) async throws {
            let stage = try await Stage.on(road) { _ in .response(status) }
            let error = await #expect(throws: NetworkError.self) {
                try await stage.client.send(Request<Void>.get("people"))
            }
            #expect(error?.server?.status == status)
            #expect(stage.received.count == 1)
        }

        @Test(arguments: Road.allCases, [Delivery.streamed, .buffered(limit: 100)])
        func `an endpoint that is opened fails in the same way`(road: Road, delivery: Delivery) async throws {
            let stage = try await Stage.on(road) { _ in .json(#"{"code":"busy"}"#, status: 503) }
            let error = await #expect(throws: NetworkError.self) {
                _ = try await stage.client.open(Request<Void>.get("people"), delivery: delivery)
            }
            #expect(error?.server?.status == 503)
            #expect(error?.server?.code == "busy")
        }
    }
}
