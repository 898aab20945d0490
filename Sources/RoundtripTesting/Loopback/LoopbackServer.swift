public import Foundation
import Roundtrip

/// A small HTTP/1.1 server on this machine's own address, for tests, previews and demos.
///
/// ```swift
/// let server = try await LoopbackServer.start { request in
///     .json(#"{"id":1}"#)
/// }
/// let (data, _) = try await URLSession.shared.data(from: server.baseURL.appending(path: "users/1"))
/// #expect(server.received.map(\.target) == ["/users/1"])
/// ```
///
/// It listens on 127.0.0.1 only, answers the requests of a connection in their order, and can fail in all the ways in
/// which servers and networks do: see `Response`. Answers can be held with a `Gate`. When a client closes its
/// connection, the task that answers it is cancelled.
///
/// It is strict: a request that breaks RFC 9112 is answered with `400` and not recorded. It stops when it is released.
public final class LoopbackServer: Sendable {
    /// Answers one request. An error that it throws becomes a `500`; after a `CancellationError` the connection closes.
    public typealias Handler = @Sendable (Request) async throws -> Response

    /// How large requests may be, in bytes.
    public struct Limits: Sendable {
        /// The request line and the header lines with their line ends. Beyond it a request is answered with `431`.
        public let headerSection: Int
        /// Beyond it a request is answered with `413`, before the rest of the body has come.
        public let body: Int

        public init(headerSection: Int = 64 * 1024, body: Int = 256 * 1024 * 1024) {
            // A quarter, so that sums of the limits never overflow.
            self.headerSection = min(max(0, headerSection), .max / 4)
            self.body = min(max(0, body), .max / 4)
        }
    }

    /// `http://127.0.0.1:` and the port.
    public let baseURL: URL
    public let port: UInt16
    private let listener: Listener
    private let journal: Journal

    private init(port: UInt16, baseURL: URL, listener: Listener, journal: Journal) {
        self.port = port
        self.baseURL = baseURL
        self.listener = listener
        self.journal = journal
    }

    deinit { listener.stop() }

    /// Starts a server that answers every request with `handler`.
    ///
    /// - Parameter port: The port to listen on; 0 takes one that is free.
    /// - Throws: `StartError`.
    public static func start(
        port: UInt16 = 0,
        limits: Limits = Limits(),
        _ handler: @escaping Handler
    ) async throws -> LoopbackServer {
        let socket = try Socket.listening(on: port)
        let port = socket.localPort
        guard let baseURL = URL(string: "http://127.0.0.1:\(port)") else {
            socket.close()
            throw StartError.system(code: 0)
        }
        let journal = Journal()
        let listener = Listener(socket, journal: journal, limits: limits, handler: handler)
        listener.start()
        return LoopbackServer(port: port, baseURL: baseURL, listener: listener, journal: journal)
    }

    /// Starts a server that answers what it has a route for, and everything else with `404`.
    public static func start(
        port: UInt16 = 0,
        limits: Limits = Limits(),
        routes: Routes
    ) async throws -> LoopbackServer {
        try await start(port: port, limits: limits) { try await routes.answer($0) }
    }

    /// Closes the port and all connections, and cancels all answers. When it returns, the port is free.
    public func stop() {
        listener.stop()
        journal.end()
    }
}

// MARK: - What happened

extension LoopbackServer {
    /// All complete requests so far, in the order in which they came.
    public var received: [Request] { journal.received }

    /// How many connections there have been.
    public var connectionCount: Int { journal.connections.count }

    /// How many connections are open now.
    public var openConnectionCount: Int { listener.openConnections }

    /// How many connections the client closed, as opposed to the server. A half-closed connection counts as well.
    public var disconnectCount: Int { journal.disconnects.count }

    /// Waits until at least `count` requests have come and gives all that have.
    ///
    /// This and its sisters below return early only if the server is stopped or the waiting task is cancelled.
    @discardableResult
    public func requests(atLeast count: Int) async -> [Request] {
        await journal.arrivals.reaches(count)
        return received
    }

    /// Waits until there have been at least `count` connections.
    public func connections(atLeast count: Int) async {
        await journal.connections.reaches(count)
    }

    /// Waits until clients have closed at least `count` connections, also while their answers are held.
    public func disconnects(atLeast count: Int) async {
        await journal.disconnects.reaches(count)
    }

    /// Waits until at least `count` connections have ended, whoever closed them.
    public func closings(atLeast count: Int) async {
        await journal.closings.reaches(count)
    }
}
