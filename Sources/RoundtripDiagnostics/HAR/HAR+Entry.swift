import Foundation

extension HAR {
    /// One exchange with the server. Durations are in milliseconds.
    struct Entry: Sendable, Hashable, Codable {
        var startedDateTime: Date
        /// The sum of the timings that are known.
        var time: Double
        var request: Request
        var response: Response
        var cache = Cache()
        var timings: Timings

        // Beyond the standard. Absent in files of other programs.
        var callID: String?
        var endpoint: String?
        /// Counts from 1 over retries, replays and redirects of the call.
        var attempt: Int?
        var cause: Cause?
        var outcome: Outcome?
        var isReusedConnection: Bool?

        enum CodingKeys: String, CodingKey {
            case startedDateTime, time, request, response, cache, timings
            case callID = "_callID"
            case endpoint = "_endpoint"
            case attempt = "_attempt"
            case cause = "_cause"
            case outcome = "_outcome"
            case isReusedConnection = "_isReusedConnection"
        }
    }

    /// Why an attempt was made.
    enum Cause: String, Sendable, Hashable, Codable {
        case first, retry, replay, redirect
    }

    /// How an attempt ended.
    enum Outcome: String, Sendable, Hashable, Codable {
        case finished, failed, abandoned
    }

    /// The state of a browser's cache: always empty, because the layer's cache stands in front of every exchange. That of
    /// other programs is not kept.
    struct Cache: Sendable, Hashable, Codable {}
}

// What other programs write: only the time and the address cannot be done without.

extension HAR.Entry {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        startedDateTime = try fields.decode(Date.self, forKey: .startedDateTime)
        request = try fields.decode(HAR.Request.self, forKey: .request)
        response = fields.found(.response) ?? .missing
        let timings = fields.found(.timings, as: HAR.Timings.self) ?? HAR.Timings()
        // Where the parts are not known, the whole is one part.
        self.timings = timings.total > 0 ? timings : HAR.Timings(wait: max(0, fields.number(.time) ?? 0))
        time = self.timings.total
        (callID, endpoint, attempt) = (fields.found(.callID), fields.found(.endpoint), fields.found(.attempt))
        (cause, outcome) = (fields.found(.cause), fields.found(.outcome))
        isReusedConnection = fields.found(.isReusedConnection)
    }
}
