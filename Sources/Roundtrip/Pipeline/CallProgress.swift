/// Counts over all attempts, replays and redirects of one call, so that no step can start them anew.
public final class CallProgress: Sendable {
    private struct State {
        var exchanges = 0
        var inFlight = 0
        var lostAnswer: TransportError?
        var wasSent = false
        var gateWait: Duration?
        var failures = 0
        var statuses: Set<Int> = []
    }

    private let state = Locked(State())

    public init() {}

    /// How many requests were handed to the transport.
    public var exchanges: Int { state.withLock { $0.exchanges } }

    /// Whether a request may have reached the server and no answer to it has come that tells what became of it.
    public var hasLostAnswer: Bool { state.withLock { $0.lostAnswer != nil || $0.inFlight > 0 } }

    /// How the last answer was lost; `nil` where none was.
    var lostAnswer: TransportError? { state.withLock { $0.lostAnswer } }

    /// Whether a request may have reached the server, answered or not.
    public var mayHaveBeenSent: Bool { state.withLock { $0.wasSent || $0.inFlight > 0 } }

    package var isInFlight: Bool { state.withLock { $0.inFlight > 0 } }

    /// Notes how long the exchange that comes next has waited for its place.
    package func waitedAtGate(_ duration: Duration) {
        state.withLock { $0.gateWait = duration }
    }

    /// How long the exchange that begins now has waited for its place, if anybody noted it.
    package func takeGateWait() -> Duration? {
        state.withLock { state in
            defer { state.gateWait = nil }
            return state.gateWait
        }
    }

    package func exchangeBegan() {
        state.withLock { state in
            state.exchanges += 1
            state.inFlight += 1
        }
    }

    /// - Parameter wasSent: `false` if it is certain that the request did not reach the server.
    package func exchangeEnded(losingAnswer lost: TransportError? = nil, wasSent: Bool = true) {
        state.withLock { state in
            state.inFlight -= 1
            state.lostAnswer = lost ?? state.lostAnswer
            state.wasSent = state.wasSent || wasSent
        }
    }

    /// Counts a failed attempt and tells what came before it.
    package func attemptFailed(status: Int?) -> (count: Int, statuses: Set<Int>) {
        state.withLock { state in
            defer {
                state.failures += 1
                if let status { state.statuses.insert(status) }
            }
            return (state.failures, state.statuses)
        }
    }

    /// Takes over the counts of an exchange that another call has made for this one.
    package func adopt(_ other: CallProgress) {
        let shared = other.state.withLock { $0 }
        state.withLock { state in
            state.exchanges += shared.exchanges
            state.lostAnswer = shared.lostAnswer ?? state.lostAnswer
            state.wasSent = state.wasSent || shared.wasSent
        }
    }
}
