/// The two ways on which the same test reaches the same answers.
public enum Road: Sendable, CaseIterable {
    /// `ScriptedTransport`: no sockets.
    case scripted
    /// `URLSessionTransport` to a `LoopbackServer`.
    case loopback
}
