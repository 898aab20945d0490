public import Foundation

/// Where an app's API lives: everything about a request that differs between development, staging and production.
public struct APIEnvironment: Sendable, Hashable {
    /// A name for logs, such as `production`.
    public var name: String
    /// Scheme, host and the path that every endpoint's path is joined to.
    public var baseURL: URL
    /// A part between base and path, such as `v2`; an endpoint may override it.
    public var version: String?
    /// Added to every request to the base URL.
    public var headers: HTTPHeaders
    /// The only origins that get this environment's tokens: the base URL's own, unless others are given.
    public var tokenOrigins: Set<Origin>
    /// Hosts that may be called over plain http. Loopback needs no entry.
    public var insecureHosts: Set<String>

    public init(
        name: String,
        baseURL: URL,
        version: String? = nil,
        headers: HTTPHeaders = [:],
        tokenOrigins: Set<Origin>? = nil,
        insecureHosts: Set<String> = []
    ) {
        self.name = name
        self.baseURL = baseURL
        self.version = version
        self.headers = headers
        self.tokenOrigins = tokenOrigins ?? Set([Origin(baseURL)].compactMap(\.self))
        self.insecureHosts = Set(insecureHosts.map { $0.lowercased() })
    }

    public static func development(_ baseURL: URL, version: String? = nil) -> APIEnvironment {
        APIEnvironment(name: "development", baseURL: baseURL, version: version)
    }

    public static func staging(_ baseURL: URL, version: String? = nil) -> APIEnvironment {
        APIEnvironment(name: "staging", baseURL: baseURL, version: version)
    }

    public static func production(_ baseURL: URL, version: String? = nil) -> APIEnvironment {
        APIEnvironment(name: "production", baseURL: baseURL, version: version)
    }
}

extension APIEnvironment {
    /// The URL of a path in this environment.
    func url(for path: EndpointPath, version choice: EndpointVersion, query: RequestQuery) throws(NetworkError) -> URL {
        let version =
            switch choice {
            case .environment: self.version
            case .fixed(let other): other
            case .none: nil as String?
            }
        return try path.url(base: baseURL, version: version, query: query)
    }
}
