/// Why a request cannot be read, and the status that tells the client so.
struct RequestProblem: Error, Equatable {
    let status: Int
    let reason: String

    static func malformed(_ reason: String) -> RequestProblem {
        RequestProblem(status: 400, reason: reason)
    }

    static let bodyTooLarge = RequestProblem(status: 413, reason: "The body is larger than this server accepts.")
    static let headTooLarge = RequestProblem(status: 431, reason: "The header section is too large.")
}
