public import Roundtrip

extension APIClient {
    /// The client of an app: everything at its default, over URLSession.
    ///
    /// ```swift
    /// let client = APIClient.live(environment: .production(url)) {
    ///     $0.options.attemptTimeout = .seconds(10)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - environment: Where the API lives.
    ///   - transport: Give one of your own to pin keys or to show a client certificate.
    ///   - configure: Changes any part before the client is made.
    public static func live(
        environment: APIEnvironment,
        transport: any Transport = URLSessionTransport(),
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) -> APIClient {
        var configuration = ClientConfiguration.live(environment: environment, transport: transport)
        configure(&configuration)
        return APIClient(configuration)
    }
}

extension ClientConfiguration {
    /// What `APIClient.live` is made of, for an app that needs the parts first, such as the `tokenEndpoint` for its
    /// session.
    public static func live(
        environment: APIEnvironment,
        transport: any Transport = URLSessionTransport()
    ) -> ClientConfiguration {
        var configuration = ClientConfiguration(environment: environment, transport: transport)
        configuration.headers = HeadersMiddleware(appVersion: Platform.appVersion, userAgent: Platform.userAgent)
        return configuration
    }
}
