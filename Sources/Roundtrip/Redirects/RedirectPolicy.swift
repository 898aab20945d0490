import Foundation

/// What happens to a redirect.
public enum RedirectMode: Sendable, Hashable {
    /// It is followed, at most this many times for a call.
    case follow(limit: Int)
    /// The 3xx answer goes to the caller.
    case manual
    /// The call ends with `redirectRefused`.
    case refuse
}

extension CallOptions {
    private enum RedirectsKey: CallOptionKey { static let defaultValue = RedirectMode.follow(limit: 10) }

    /// What happens to redirects of this call: they are followed, at most 10, by default.
    public var redirects: RedirectMode {
        get { self[RedirectsKey.self] }
        set { self[RedirectsKey.self] = newValue }
    }
}

/// Decides where a redirect leads and what goes there (RFC 9110, section 15.4).
///
/// 303, and 301 or 302 after POST, become a GET without body; 307 and 308, and every other 301 and 302, repeat method and
/// body. When scheme, host or port changes, every credential header is dropped and stays away. A step from https to http
/// is refused, to loopback too.
struct RedirectPolicy: Sendable {
    enum Decision: Sendable {
        /// The answer is no redirect, or one that the caller shall see.
        case deliver
        case follow(HTTPRequest)
        case refuse(String)
    }

    /// Headers to drop besides the known ones when the origin changes, in lower case.
    var credentialHeaderNames: Set<String> = []
    var insecureHosts: Set<String> = []

    /// - Parameter hops: How many redirects of this call were followed before.
    func decision(for response: HTTPResponse, to request: HTTPRequest, hops: Int, mode: RedirectMode) -> Decision {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
            return .deliver
        }
        switch mode {
        case .manual: return .deliver
        case .refuse: return .refuse("The server answered with a redirect, and this call follows none.")
        case .follow(let limit):
            guard hops < limit else { return .refuse("There were more than \(limit) redirects.") }
            return follow(location, status: response.status, request)
        }
    }

    private func follow(_ location: String, status: Int, _ request: HTTPRequest) -> Decision {
        guard let url = Self.target(location, from: request.url), let origin = Origin(url) else {
            return .refuse("The redirect leads to something that is no http or https URL.")
        }
        guard origin.hasUsablePort else { return .refuse("The redirect leads to a port that does not exist.") }
        guard url.user() == nil, url.password() == nil else {
            return .refuse("The redirect leads to a URL with a user name or password.")
        }
        guard origin.scheme == "https" || request.url.scheme?.lowercased() != "https" else {
            return .refuse("The redirect leads from https to http.")
        }
        guard origin.isSecure || insecureHosts.contains(origin.host) else {
            return .refuse("The redirect leads to plain http on a host that is not allowed.")
        }
        var next = request
        next.url = url
        next.isRedirectHop = true
        let becomesGet =
            (status == 303 && request.method != .head) || ([301, 302].contains(status) && request.method == .post)
        if becomesGet {
            next.method = .get
            next.body = .none
            for name in Self.contentHeaderNames { next.headers[name] = nil }
        } else if !request.body.isReplayable {
            return .deliver
        }
        if origin != Origin(request.url) {
            next.isCrossOriginHop = true
            next.credentialHeaderNames.formUnion(credentialHeaderNames)
            next.removeCredentials()
        }
        return .follow(next)
    }

    /// What describes the body that is no longer there, and the key of the request that is done.
    private static let contentHeaderNames = [
        "Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Digest", "Content-Digest",
        "Last-Modified", HTTPRequest.idempotencyKeyName,
    ]

    /// The target, resolved by RFC 3986, section 5; without a fragment it would keep the old one, which is not sent anyway.
    private static func target(_ location: String, from url: URL) -> URL? {
        guard let resolved = URL(string: location, relativeTo: url)?.absoluteURL,
            var parts = URLComponents(url: resolved, resolvingAgainstBaseURL: true)
        else { return nil }
        parts.fragment = nil
        return parts.url
    }
}
