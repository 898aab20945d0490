public import Foundation
public import Roundtrip
import RoundtripLive
public import RoundtripTesting

/// A client and what answers it, over one of the two roads. Each has its own, so tests that run side by side share nothing.
///
/// ```swift
/// @Test(arguments: Road.allCases) func `a user is read`(road: Road) async throws {
///     let stage = try await Stage.on(road) { request in .json(#"{"id":1}"#) }
///     #expect(try await stage.client.send(GetUser(id: 1)).id == 1)
///     #expect(stage.received.map(\.target) == ["/users/1"])
/// }
/// ```
public struct Stage: Sendable {
    /// Answers one request; `nil` where a test has nothing to answer.
    public typealias Handler = @Sendable (any ReceivedRequest) async throws -> ScriptedTransport.Answer?

    private struct NotAURL: Error {
        let text: String
    }

    private enum Far: Sendable {
        case script(ScriptedTransport)
        case server(LoopbackServer)
    }

    public let road: Road
    public let client: APIClient
    public let transport: any Transport
    public let baseURL: URL
    private let far: Far

    /// Who has a hand in every client that is made while it is set.
    @TaskLocal public static var watch: StageWatch?

    /// A client that makes one attempt, so that a test of a failure sees that failure alone; `configure` can change it,
    /// and waits are then no time at all.
    ///
    /// - Parameters:
    ///   - path: Follows the address of the server in the base URL, as it is.
    ///   - time: The clock of the client and of the transport.
    ///   - configure: Changes the client before it is made.
    public static func on(
        _ road: Road,
        path: String = "",
        time: any TimeSource = SystemTimeSource(),
        configure: (inout ClientConfiguration) -> Void = { _ in },
        handler: @escaping Handler
    ) async throws -> Stage {
        let far: Far
        let transport: any Transport
        let address: String
        switch road {
        case .scripted:
            let script = ScriptedTransport { try await handler($0) }
            (far, transport, address) = (.script(script), script, "http://127.0.0.1:1")
        case .loopback:
            let server = try await LoopbackServer.start { try await .init(handler($0), to: $0) }
            (far, transport, address) = (
                .server(server), URLSessionTransport(time: time), server.baseURL.absoluteString
            )
        }
        guard let baseURL = URL(string: address + path) else { throw NotAURL(text: address + path) }
        var configuration = ClientConfiguration(
            environment: APIEnvironment(name: "test", baseURL: baseURL), transport: transport)
        configuration.headers = HeadersMiddleware(languages: { ["en"] })
        configuration.time = time
        configuration.random = FixedRandom(0)
        configuration.retryBudget = RetryBudget()
        configuration.options.retryPolicy = NeverRetryPolicy()
        // A busy machine is no fault of the client's; a test that hangs is ended by its suite's own limit.
        configuration.options.attemptTimeout = .seconds(600)
        configuration.options.deadline = .none
        watch?.prepare(&configuration)
        configure(&configuration)
        if let observers = configuration.observerQueues { watch?.follow(observers) }
        return Stage(
            road: road, client: APIClient(configuration), transport: transport, baseURL: baseURL, far: far)
    }

    /// All complete requests so far, in the order in which they came.
    public var received: [any ReceivedRequest] {
        switch far {
        case .script(let script): script.received
        case .server(let server): server.received
        }
    }

    /// Waits until at least `count` requests have come and gives all that have.
    @discardableResult
    public func requests(atLeast count: Int) async -> [any ReceivedRequest] {
        switch far {
        case .script(let script): await script.requests(atLeast: count)
        case .server(let server): await server.requests(atLeast: count)
        }
    }

    /// Waits until the client has broken off at least `count` exchanges.
    public func disconnects(atLeast count: Int) async {
        switch far {
        case .script(let script): await script.disconnects(atLeast: count)
        case .server(let server): await server.disconnects(atLeast: count)
        }
    }
}

extension LoopbackServer.Response {
    /// The same answer from a socket.
    fileprivate init(
        _ answer: ScriptedTransport.Answer?,
        to request: some ReceivedRequest
    ) async throws {
        guard let answer else {
            self = .text("There is no answer for \(request.method) \(request.path).", status: 404)
            return
        }
        try await answer.gate?.wait()
        switch answer.content {
        case .data(let data): self = .data(data, status: answer.status, headers: answer.headers)
        case .stream(let body): self = .stream(status: answer.status, headers: answer.headers, body)
        case .failure(let error):
            switch error.kind {
            case .connectionLost: self = .closeWithoutAnswer
            case .invalidResponse: self = .raw(Data("no HTTP\r\n\r\n".utf8))
            default: throw error
            }
        }
    }
}
