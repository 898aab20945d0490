import Roundtrip

/// The parts of an attempt that have a colour each.
enum Phase: String, CaseIterable {
    case queue, connect, tls, wait, transfer

    var label: String {
        switch self {
        case .queue: "Queue"
        case .connect: "Connect, DNS included"
        case .tls: "TLS"
        case .wait: "Wait for the answer"
        case .transfer: "Transfer"
        }
    }
}

extension HAR.Timings {
    /// What took time, in order. `connect` has `ssl` within it.
    var phases: [(phase: Phase, length: Double)] {
        let tls = (ssl ?? 0).clampedDuration
        let connecting = (dns ?? 0).clampedDuration + max(0, (connect ?? 0).clampedDuration - tls)
        let lengths: [(phase: Phase, length: Double)] = [
            (.queue, (blocked ?? 0).clampedDuration), (.connect, connecting), (.tls, tls),
            (.wait, send.clampedDuration + wait.clampedDuration), (.transfer, receive.clampedDuration),
        ]
        return lengths.filter { $0.length > 0 }
    }
}
