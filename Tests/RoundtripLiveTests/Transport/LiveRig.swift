import Foundation
import Roundtrip
import RoundtripLive
import RoundtripTesting

/// The real transport and a server for it to talk to, both of one test's own.
struct LiveRig: Sendable {
    let transport: URLSessionTransport
    let server: LoopbackServer

    init(
        time: any TimeSource = SystemTimeSource(),
        _ handler: @escaping LoopbackServer.Handler
    ) async throws {
        server = try await LoopbackServer.start(handler)
        transport = URLSessionTransport(time: time)
    }

    func request(_ method: HTTPMethod = .get, _ path: String = "/", body: HTTPBody = .none) -> HTTPRequest {
        // A busy machine is no fault of the transport's; a test that hangs is ended by its suite's own limit.
        HTTPRequest(
            method: method, url: server.baseURL.appending(path: path), body: body,
            options: TransportOptions(idleTimeout: .seconds(600)))
    }

    func send(
        _ method: HTTPMethod = .get,
        _ path: String = "/",
        delivery: Delivery = .buffered(limit: 1 << 20)
    ) async throws -> HTTPResponse {
        try await transport.send(request(method, path), delivery: delivery)
    }
}

extension HTTPResponse {
    var stream: HTTPByteStream? { if case .stream(let stream) = body { stream } else { nil } }
    var text: String { String(decoding: data, as: UTF8.self) }
}
