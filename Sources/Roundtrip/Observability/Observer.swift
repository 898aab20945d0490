/// Gets to know what happens to calls: for logs, metrics and messages of the whole app.
public protocol Observer: Sendable {
    /// Whether attempts shall carry their redacted messages (`AttemptEnd.record`), which costs time and memory.
    var wantsDetails: Bool { get }

    /// Called for one event after the other, in order, away from the call: it may take its time.
    ///
    /// What it throws is counted as a lost event and changes nothing else.
    func record(_ event: NetworkEvent) async throws
}

extension Observer {
    public var wantsDetails: Bool { false }
}
