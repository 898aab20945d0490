public import Foundation

/// One answer as a cache keeps it, with what is needed to judge its age and whom it is for.
///
/// A store keeps it as it is and hands it back as it was.
public struct StoredResponse: Sendable, Hashable {
    public var status: Int
    public var headers: HTTPHeaders
    public var body: Data
    /// What the request had for each header that the answer depends on.
    public var selection: CacheSelection
    /// When the request was sent that this answers or that has confirmed it last.
    public var requestDate: Date
    /// When that answer arrived.
    public var responseDate: Date

    public init(
        status: Int,
        headers: HTTPHeaders,
        body: Data,
        selection: CacheSelection,
        requestDate: Date,
        responseDate: Date
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.selection = selection
        self.requestDate = requestDate
        self.responseDate = responseDate
    }
}

extension StoredResponse {
    /// Whether it may be used for this request (RFC 9111, section 4.1).
    func isFor(_ request: HTTPRequest) -> Bool {
        selection.matches(request, language: headers["Content-Language"])
    }

    var cacheControl: CacheControl { CacheControl(headers) }

    var entityTag: EntityTag? { EntityTag(of: headers) }

    /// When the origin made the answer, as far as it says so (RFC 9110, section 6.6.1).
    var date: Date? { headers.values(for: "Date").first.flatMap { HTTPDate.cached($0, now: responseDate) } }

    var lastModified: Date? {
        headers.values(for: "Last-Modified").first.flatMap { HTTPDate.cached($0, now: responseDate) }
    }

    /// Whether it leads elsewhere; then it is of use only to a caller that wants to see that.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && headers.contains("Location") }

    /// Roughly the bytes it takes.
    public var byteCount: Int {
        body.count + headers.reduce(256) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            + selection.values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
}

extension StoredResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, headers and the size of the body, never its content.
    public var description: String { "\(status) \(headers), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
