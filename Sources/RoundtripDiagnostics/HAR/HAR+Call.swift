import Foundation

extension HAR {
    /// One call as its caller sees it, whatever number of exchanges it took. Durations are in milliseconds.
    struct Call: Sendable, Hashable, Codable {
        var id: String
        var endpoint: String
        var method: String?
        var startedDateTime: Date
        /// -1 while it runs.
        var time: Double = -1
        var outcome: Outcome?
        var status: Int?
        /// The `FailureCategory`.
        var error: String?
        /// The `NetworkEvent.CacheOutcome`.
        var cache: String?
        var steps: [Step] = []

        enum Outcome: String, Sendable, Hashable, Codable {
            case succeeded, failed, cancelled
        }
    }

    /// Something that happened on the way.
    struct Step: Sendable, Hashable, Codable {
        enum Kind: String, Sendable, Hashable, Codable {
            case retry, replay, redirect, shared, warning, session
        }

        var kind: Kind
        var startedDateTime: Date
        /// How long the call waited for it.
        var time: Double = 0
        /// A sentence for a person.
        var text: String
    }
}
