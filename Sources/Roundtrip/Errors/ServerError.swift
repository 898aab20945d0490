public import Foundation

/// An answer that says no: any final status outside 200...299.
///
/// `code` and `message` come from the body where it has one of the known forms. Descriptions leave them out, as they
/// leave out the whole body: a server may repeat there what a person typed.
public struct ServerError: Error, Hashable, Sendable {
    public let status: Int
    /// The server's own name for the problem, such as `course_full`.
    public let code: String?
    /// The server's own sentence. Show it only if your server writes sentences for people.
    public let message: String?
    public let requestID: String?
    /// How long the server asked to be left alone.
    public let retryAfter: Duration?
    public let headers: HTTPHeaders
    public let body: Data
    public let method: HTTPMethod
    /// Whether nothing that this call sent before may have been carried out: an attempt whose answer was lost, or a POST
    /// that a redirect has turned into the GET that failed. This answer says nothing about those.
    public var earlierOutcomeIsKnown: Bool

    public init(
        status: Int,
        code: String? = nil,
        message: String? = nil,
        requestID: String? = nil,
        retryAfter: Duration? = nil,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        method: HTTPMethod = .get,
        earlierOutcomeIsKnown: Bool = true
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.requestID = requestID
        self.retryAfter = retryAfter
        self.headers = headers
        self.body = body
        self.method = method
        self.earlierOutcomeIsKnown = earlierOutcomeIsKnown
    }

    /// Whether the answer settles that the request was not carried out, or can be repeated without harm.
    ///
    /// `false` for a POST or PATCH, or a method that is not known, answered 500, 502 or 504: the server, or one behind it,
    /// may have done the work before it failed. `false` too where an earlier attempt of such a call may have been carried
    /// out, whatever the answer to the last one is.
    public var outcomeIsKnown: Bool {
        earlierOutcomeIsKnown && (!Self.unclearStatuses.contains(status) || method.isIdempotent)
    }

    /// The statuses that do not tell whether the work was done.
    static let unclearStatuses: Set<Int> = [500, 502, 504]
}

extension ServerError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "status \(status)" + (requestID.map { ", request \($0)" } ?? "") + ", \(body.count) bytes"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
