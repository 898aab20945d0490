/// What was left out while one answer was decoded, collected from every depth of it.
///
/// The client sets one around a decode and reads it afterwards. Without one nothing is collected, and each lossy list
/// still knows its own drops.
package final class DecodingReport: Sendable {
    @TaskLocal package static var current: DecodingReport?

    private struct Findings {
        var drops: [LossyDrop] = []
        var emptyKeys: [String] = []
    }

    private let findings = Locked(Findings())

    package init() {}

    /// Every element that a lossy list or dictionary skipped, in the order of decoding: that of the body in lists, and
    /// any order among the values of one dictionary.
    package var drops: [LossyDrop] { findings.withLock { $0.drops } }

    /// Optional properties that stayed `nil` beside a key that differs from theirs only in case.
    package var emptyKeys: [String] { findings.withLock { $0.emptyKeys } }

    func add(_ drop: LossyDrop) {
        findings.withLock { $0.drops.append(drop) }
    }

    func add(emptyKeys: [String]) {
        findings.withLock { $0.emptyKeys += emptyKeys }
    }

    /// Forgets the drops after the first ones: those inside an element that is dropped as a whole.
    func keepFirst(_ count: Int) {
        findings.withLock { $0.drops.removeLast(max(0, $0.drops.count - count)) }
    }
}
