import Foundation

/// Counts what calls come to, for each endpoint, in a fixed amount of memory.
///
/// ```swift
/// let metrics = MetricsObserver()
/// configuration.observers = [metrics]
/// let snapshot = metrics.snapshot()      // Codable: send it, or look at it
/// ```
public final class MetricsObserver: Observer {
    /// The name under which the calls of all endpoints beyond the limit are counted.
    public static let overflowName = "other"

    private struct State {
        var endpoints: [String: EndpointMetrics] = [:]
        var refreshes: [String: Int] = [:]
        var signIns = 0
        var signOuts: [String: Int] = [:]
        var until: Date
    }

    private let limit: Int
    private let since: Date
    private let state: Locked<State>

    /// - Parameters:
    ///   - endpointLimit: So many endpoints are counted by name, at about 15 kB each.
    ///   - time: Says when counting began.
    public init(endpointLimit: Int = 100, time: any TimeSource = SystemTimeSource()) {
        limit = max(0, endpointLimit)
        since = time.date
        state = Locked(State(until: since))
    }

    public func record(_ event: NetworkEvent) async {
        state.withLock { state in
            state.until = max(state.until, event.date)
            switch event.kind {
            case .refreshFinished(let outcome): state.refreshes[outcome.label, default: 0] += 1
            case .signedIn: state.signIns += 1
            case .signedOut(let reason): state.signOuts[reason.label, default: 0] += 1
            default:
                guard let endpoint = event.endpoint else { return }
                let isKept = state.endpoints[endpoint] != nil || state.endpoints.count < limit
                let name = isKept ? endpoint : Self.overflowName
                state.endpoints[name, default: EndpointMetrics(name: name)].count(event.kind)
            }
        }
    }

    /// Everything counted so far.
    public func snapshot() -> MetricsSnapshot {
        state.withLock { state in
            MetricsSnapshot(
                since: since, until: state.until,
                endpoints: state.endpoints.values.map(\.summary).sorted { $0.name < $1.name },
                refreshes: state.refreshes, signIns: state.signIns, signOuts: state.signOuts)
        }
    }
}

extension NetworkEvent.RefreshOutcome {
    fileprivate var label: String {
        switch self {
        case .renewed: "renewed"
        case .refused: "refused"
        case .failed: "failed"
        case .overtaken: "overtaken"
        }
    }
}
