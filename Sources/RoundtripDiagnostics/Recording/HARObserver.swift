public import Roundtrip

/// Keeps the latest calls as a HAR: for a bug report, and for the `Report`.
///
/// ```swift
/// let recorder = HARObserver()
/// configuration.observers = [recorder]
/// // ... and when somebody asks for it:
/// try recorder.har().json().write(to: file)
/// ```
///
/// It holds at most so many exchanges and bytes; then the oldest calls give way, whole, and are counted. Everything in it
/// has passed `Redaction`, and bodies are there only for calls with `options.recordsBodies`.
public final class HARObserver: Observer {
    private let redaction: Redaction
    private let recording: Locked<Recording>

    /// - Parameters:
    ///   - entryLimit: How many exchanges are kept. A call without any, such as one from the cache, counts as one.
    ///   - byteLimit: How many bytes they may take, roughly.
    ///   - redaction: What must not be shown, besides what the client's own `redaction` hides.
    public init(entryLimit: Int = 1000, byteLimit: Int = 8 << 20, redaction: Redaction = Redaction()) {
        self.redaction = redaction
        recording = Locked(Recording(entryLimit: entryLimit, byteLimit: byteLimit))
    }

    public var wantsDetails: Bool { true }

    public func record(_ event: NetworkEvent) async {
        recording.withLock { $0.add(event, redaction) }
    }

    /// Everything kept so far. Calls that still run are in it, without an end.
    public func har() -> HAR {
        HAR(recording.withLock { $0.log })
    }

    /// How many calls had to give way to later ones.
    public var lostCalls: Int { recording.withLock { $0.lostCalls } }
}
