/// Who goes first when calls wait for a place.
public enum CallPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    case low, normal, high

    public static func < (left: CallPriority, right: CallPriority) -> Bool { left.rawValue < right.rawValue }
}

/// How long a call may take in all, waits, retries and refreshes included.
public enum CallDeadline: Sendable, Hashable {
    /// 60 seconds. For a stream or file the time to the answer's head; none for the upload of a file.
    case standard
    case after(Duration)
    case none

    /// - Parameter body: What the request sends.
    func duration(for body: HTTPBody) -> Duration? {
        switch self {
        case .standard: if case .file = body { nil } else { .seconds(60) }
        case .after(let duration): duration
        case .none: nil
        }
    }
}

extension CallOptions {
    private enum PriorityKey: CallOptionKey { static let defaultValue = CallPriority.normal }
    private enum DeadlineKey: CallOptionKey { static let defaultValue = CallDeadline.standard }

    /// Whose turn it is at the gate.
    public var priority: CallPriority {
        get { self[PriorityKey.self] }
        set { self[PriorityKey.self] = newValue }
    }

    /// The longest time that the call may take in all.
    public var deadline: CallDeadline {
        get { self[DeadlineKey.self] }
        set { self[DeadlineKey.self] = newValue }
    }
}

/// Until when a call must end, and how urgent it is. Both can rise while callers join a shared exchange.
public final class CallUrgency: Sendable {
    private struct State {
        var deadline: Duration?
        var priority: CallPriority
        var listener: (@Sendable (CallPriority) -> Void)?
    }

    private let state: Locked<State>

    /// - Parameter deadline: On the time source's uptime; `nil` for none.
    public init(deadline: Duration? = nil, priority: CallPriority = .normal) {
        state = Locked(State(deadline: deadline, priority: priority))
    }

    public var deadline: Duration? { state.withLock { $0.deadline } }
    public var priority: CallPriority { state.withLock { $0.priority } }

    /// Takes the later deadline and the higher priority of the two.
    package func raise(to other: CallUrgency) {
        let (deadline, priority) = (other.deadline, other.priority)
        let (listener, highest) = state.withLock { state in
            state.deadline = if let mine = state.deadline, let deadline { max(mine, deadline) } else { nil }
            state.priority = max(state.priority, priority)
            return (state.listener, state.priority)
        }
        listener?(highest)
    }

    /// Tells the listener the priority now and whenever it rises; `nil` ends that.
    package func onRise(_ listener: (@Sendable (CallPriority) -> Void)?) {
        let priority = state.withLock { state in
            state.listener = listener
            return state.priority
        }
        listener?(priority)
    }
}
