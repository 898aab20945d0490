public import Foundation

/// One request as it goes on the wire: everything is decided, nothing is relative.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    public var url: URL
    public var headers: HTTPHeaders
    public var body: HTTPBody
    public var options: TransportOptions
    /// Set once a redirect has led to another origin: from then on no credential may be added again.
    package var isCrossOriginHop = false
    /// Whether a redirect has led here.
    package var isRedirectHop = false
    /// Whether something else can be served if this fails: then one attempt is enough.
    package var hasFallback = false
    /// Headers that carry a credential in this request besides the usual ones, in lower case. They say so here, because
    /// nobody could tell by their names.
    package var credentialHeaderNames: Set<String> = []

    public init(
        method: HTTPMethod = .get,
        url: URL,
        headers: HTTPHeaders = [:],
        body: HTTPBody = .none,
        options: TransportOptions = TransportOptions()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.options = options
    }

    /// Whether a header of this name, in lower case, proves who the sender is.
    func isCredential(_ name: String) -> Bool {
        Redaction.credentialHeaderNames.contains(name) || credentialHeaderNames.contains(name)
    }

    var allCredentialHeaderNames: Set<String> { Redaction.credentialHeaderNames.union(credentialHeaderNames) }

    /// Removes every header that proves who the sender is.
    mutating func removeCredentials() {
        headers.removeCredentials(allCredentialHeaderNames)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and origin. The path, the query and the body may hold personal data and are left out.
    public var description: String {
        "\(method) \(Origin(url)?.description ?? "?")/… \(headers), \(body)"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
