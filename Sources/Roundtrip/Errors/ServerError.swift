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

    public init(
        status: Int,
        code: String? = nil,
        message: String? = nil,
        requestID: String? = nil,
        retryAfter: Duration? = nil,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        method: HTTPMethod = .get
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.requestID = requestID
        self.retryAfter = retryAfter
        self.headers = headers
        self.body = body
        self.method = method
    }

    /// Whether the answer settles that the request was not carried out, or can be repeated without harm.
    ///
    /// `false` for a POST or PATCH, or a method that is not known, answered 500, 502 or 504: the server, or one behind it,
    /// may have done the work before it failed.
    public var outcomeIsKnown: Bool {
        ![500, 502, 504].contains(status) || method.isIdempotent
    }
}

extension ServerError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "status \(status)" + (requestID.map { ", request \($0)" } ?? "") + ", \(body.count) bytes"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
