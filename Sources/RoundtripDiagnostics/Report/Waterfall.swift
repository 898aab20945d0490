import Foundation
import Roundtrip

/// Calls on a time axis, in bursts: where nothing happened for a while, the axis begins anew, so that a recording of an
/// hour still shows what took milliseconds.
struct Waterfall: Sendable {
    /// Calls that follow each other closely. Durations are in milliseconds.
    struct Burst: Sendable {
        let start: Date
        let duration: Double
        let calls: [TracedCall]
    }

    let bursts: [Burst]

    /// The silence that ends a burst, in milliseconds.
    private static let longestSilence = 2000.0

    init(_ calls: [TracedCall]) {
        var bursts: [Burst] = []
        var current: [TracedCall] = []
        var end = -Double.infinity
        func close() {
            guard let first = current.first else { return }
            bursts.append(Burst(start: first.started, duration: max(1, end - first.start), calls: current))
            current = []
        }
        for call in calls.sorted(by: { $0.start < $1.start }) {
            if call.start > end + Self.longestSilence {
                close()
                end = call.end
            }
            current.append(call)
            end = max(end, call.end)
        }
        close()
        self.bursts = bursts
    }
}
