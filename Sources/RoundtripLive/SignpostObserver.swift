#if canImport(os)
public import Roundtrip
import os

/// Shows calls and their attempts as intervals in Instruments.
///
/// Intervals are written when the observer hears of an event, shortly after it; for exact times there is `HARObserver`.
/// They hold methods, templates and statuses alone. While nobody records, it does nothing.
public final class SignpostObserver: Observer {
    private let signposter: OSSignposter
    /// The signposts' ids by call and attempt. What began while nobody recorded is not in it.
    private let running = Locked<[String: UInt64]>([:])
    /// An end that never comes, because its event was lost, must not take memory for ever.
    private static let limit = 1024

    /// - Parameter subsystem: Such as the app's bundle identifier.
    public init(subsystem: String, category: String = "network") {
        signposter = OSSignposter(subsystem: subsystem, category: category)
    }

    public func record(_ event: NetworkEvent) async {
        guard signposter.isEnabled, let call = event.callID else { return }
        let endpoint = event.endpoint ?? ""
        switch event.kind {
        case .callStarted(let method):
            let id = begin(call)
            _ = signposter.beginInterval(
                "Call", id: id, "\(method.rawValue, privacy: .public) \(endpoint, privacy: .public)")
        case .callFinished(let end):
            guard let state = state(of: call) else { return }
            signposter.endInterval("Call", state, "\(end.outcome.label, privacy: .public)")
        case .attemptStarted(let number, let method):
            let id = begin("\(call) \(number)")
            _ = signposter.beginInterval(
                "Attempt", id: id, "\(method.rawValue, privacy: .public) \(endpoint, privacy: .public)")
        case .attemptFinished(let attempt):
            guard let state = state(of: "\(call) \(attempt.number)") else { return }
            let status = attempt.status.map { "\($0)" } ?? "no answer"
            signposter.endInterval("Attempt", state, "\(status, privacy: .public)")
        default: return
        }
    }

    private func begin(_ key: String) -> OSSignpostID {
        let id = signposter.makeSignpostID()
        running.withLock { running in
            if running.count >= Self.limit { running.removeAll() }
            running[key] = id.rawValue
        }
        return id
    }

    private func state(of key: String) -> OSSignpostIntervalState? {
        let id = running.withLock { $0.removeValue(forKey: key) }
        return id.map { OSSignpostIntervalState.beginState(id: OSSignpostID($0)) }
    }
}

extension CallEnd.Outcome {
    fileprivate var label: String {
        switch self {
        case .succeeded(let status): "\(status)"
        case .failed(let category, _): "failed: \(category.rawValue)"
        case .cancelled: "cancelled"
        }
    }
}
#endif
