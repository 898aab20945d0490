import Foundation

@testable import Roundtrip

/// Events made by hand, for tests of what becomes of them.
struct Events {
    static let start = Date(timeIntervalSince1970: 1_900_000_000)
    private(set) var all: [NetworkEvent] = []

    /// A call with its events at so many seconds after `start`.
    mutating func call(
        _ id: String,
        _ kinds: [(second: Double, kind: NetworkEvent.Kind)],
        endpoint: String = "users/{}"
    ) {
        all += kinds.map {
            NetworkEvent($0.kind, date: Self.start + $0.second, callID: id, endpoint: endpoint)
        }
    }

    mutating func session(_ second: Double, _ kind: NetworkEvent.Kind) {
        all.append(NetworkEvent(kind, date: Self.start + second, callID: nil, endpoint: nil))
    }

    static func attempt(
        _ number: Int = 1,
        at second: Double = 0,
        _ outcome: AttemptEnd.Outcome = .finished,
        status: Int? = 200,
        metrics: ExchangeMetrics = .total(.milliseconds(100)),
        gateWait: Duration? = nil,
        record: AttemptRecord? = AttemptRecord(method: .get, url: "https://api.example/users/{}")
    ) -> NetworkEvent.Kind {
        .attemptFinished(
            AttemptEnd(
                number: number, method: .get, started: start + second, outcome: outcome, status: status,
                metrics: metrics, gateWait: gateWait, record: record))
    }

    static func end(_ outcome: CallEnd.Outcome = .succeeded(status: 200), _ milliseconds: Int = 100, attempts: Int = 1)
        -> NetworkEvent.Kind
    {
        .callFinished(CallEnd(outcome, duration: .milliseconds(milliseconds), attempts: attempts))
    }

    /// A call of one attempt that went well.
    static func simple(_ id: String, at second: Double = 0, bytes: Int = 0, endpoint: String = "users/{}")
        -> [NetworkEvent]
    {
        var events = Events()
        let record = AttemptRecord(
            method: .get, url: "https://api.example/users/{}",
            responseHeaders: ["X-Filler": String(repeating: "x", count: bytes)])
        events.call(
            id,
            [
                (second, .callStarted(method: .get)), (second, .attemptStarted(number: 1, method: .get)),
                (second + 0.1, attempt(at: second, record: record)), (second + 0.1, end()),
            ], endpoint: endpoint)
        return events.all
    }
}

extension ExchangeMetrics {
    static func total(_ total: Duration) -> ExchangeMetrics {
        var metrics = ExchangeMetrics()
        metrics.total = total
        return metrics
    }
}
