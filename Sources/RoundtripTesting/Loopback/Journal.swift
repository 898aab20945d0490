import Roundtrip

/// What happened at a server, for tests to read and to wait for.
final class Journal: Sendable {
    private let requests = Locked<[LoopbackServer.Request]>([])
    let arrivals = Tally()
    let connections = Tally()
    let disconnects = Tally()
    let closings = Tally()

    var received: [LoopbackServer.Request] { requests.withLock { $0 } }

    func record(_ request: LoopbackServer.Request) {
        requests.withLock { $0.append(request) }
        arrivals.add()
    }

    /// Nothing more will happen: whoever waits for it goes on.
    func end() {
        for tally in [arrivals, connections, disconnects, closings] { tally.end() }
    }
}
