package import Foundation

extension EndpointPath {
    /// The URL of this path: base, version and path joined as text.
    ///
    /// RFC 3986 resolution would drop the base's last segment, or all of its path for a leading slash, so it is not used.
    /// An empty path gives the base unchanged. An absolute URL stays what it is, without its fragment.
    package func url(base: URL, version: String?, query: RequestQuery) throws(NetworkError) -> URL {
        if let problem = query.problem { throw .invalidRequest(problem) }
        switch target {
        case .absolute(let url, _):
            guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
                throw .invalidRequest("The absolute URL cannot be read.")
            }
            parts.fragment = nil
            parts.percentEncodedQuery = Self.joined(parts.percentEncodedQuery, query.percentEncoded)
            return try Self.url(from: parts)
        case .relative(let pieces):
            var parts = try Self.parts(ofBase: base)
            let versioned = try Self.join(parts.percentEncodedPath, Self.percentEncoded([.literal(version ?? "")]))
            parts.percentEncodedPath = try Self.join(versioned, Self.percentEncoded(pieces))
            parts.percentEncodedQuery = query.percentEncoded
            return try Self.url(from: parts)
        }
    }

    private static func parts(ofBase base: URL) throws(NetworkError) -> URLComponents {
        guard let parts = URLComponents(url: base, resolvingAgainstBaseURL: true), Origin(base) != nil else {
            throw .invalidRequest("The base URL is no http or https URL with a host.")
        }
        guard parts.query == nil, parts.fragment == nil else {
            throw .invalidRequest("The base URL has a query or fragment. Remove it.")
        }
        return parts
    }

    /// Both with one slash between them; an empty second part changes nothing.
    private static func join(_ first: String, _ second: String) -> String {
        if second.isEmpty { return first }
        return first.hasSuffix("/") ? first + second : first + "/" + second
    }

    private static func joined(_ first: String?, _ second: String?) -> String? {
        let parts = [first, second].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? first : parts.joined(separator: "&")
    }

    private static func url(from parts: URLComponents) throws(NetworkError) -> URL {
        guard let url = parts.url else { throw .invalidRequest("The parts of the request make no URL.") }
        return url
    }
}
