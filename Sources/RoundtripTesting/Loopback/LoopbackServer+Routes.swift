import Foundation
public import Roundtrip

extension LoopbackServer {
    /// Answers by method and path.
    ///
    /// ```swift
    /// let server = try await LoopbackServer.start(routes: .init { routes in
    ///     routes.get("courses/{id}") { request, parameters in
    ///         .json(#"{"id":"\#(parameters["id"] ?? "")"}"#)
    ///     }
    /// })
    /// ```
    ///
    /// A part in braces takes one whole segment of the path, decoded. The first route that fits is taken; a leading slash
    /// changes nothing, one at the end does. HEAD is answered by the route for GET unless it has its own. A path that
    /// only other methods have is answered with `405`, any other with `404`.
    public struct Routes: Sendable {
        /// Answers one request, given the parts of its path that stood in braces.
        public typealias Handler = @Sendable (Request, _ parameters: [String: String]) async throws -> Response

        private struct Route {
            let method: HTTPMethod
            let template: [Substring]
            let handler: Handler
        }

        private var routes: [Route] = []

        public init(_ build: (inout Routes) -> Void = { _ in }) {
            build(&self)
        }

        public mutating func on(_ method: HTTPMethod, _ template: String, _ handler: @escaping Handler) {
            routes.append(Route(method: method, template: Self.segments(template), handler: handler))
        }

        public mutating func get(_ template: String, _ handler: @escaping Handler) { on(.get, template, handler) }
        public mutating func post(_ template: String, _ handler: @escaping Handler) { on(.post, template, handler) }
        public mutating func put(_ template: String, _ handler: @escaping Handler) { on(.put, template, handler) }
        public mutating func patch(_ template: String, _ handler: @escaping Handler) { on(.patch, template, handler) }
        public mutating func delete(_ template: String, _ handler: @escaping Handler) { on(.delete, template, handler) }

        func answer(_ request: Request) async throws -> Response {
            let segments = Self.segments(request.path)
            let fitting = routes.compactMap { route in
                Self.parameters(of: segments, in: route.template).map { (route: route, parameters: $0) }
            }
            let chosen =
                fitting.first { $0.route.method == request.method }
                ?? fitting.first { $0.route.method == .get && request.method == .head }
            if let chosen { return try await chosen.route.handler(request, chosen.parameters) }
            guard fitting.isEmpty else {
                let allowed = fitting.map(\.route.method.rawValue).joined(separator: ", ")
                return .text(
                    "\(request.path) has no route for \(request.method).",
                    status: 405,
                    headers: ["Allow": allowed]
                )
            }
            return .text("There is no route for \(request.method) \(request.path).", status: 404)
        }

        private static func segments(_ path: String) -> [Substring] {
            path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false)
        }

        /// What stands in the place of each brace, or `nil` if the path does not fit.
        private static func parameters(of path: [Substring], in template: [Substring]) -> [String: String]? {
            guard path.count == template.count else { return nil }
            var parameters: [String: String] = [:]
            for (given, wanted) in zip(path, template) {
                let segment = given.removingPercentEncoding ?? String(given)
                if wanted.hasPrefix("{"), wanted.hasSuffix("}") {
                    guard !segment.isEmpty else { return nil }
                    parameters[String(wanted.dropFirst().dropLast())] = segment
                } else if segment != wanted {
                    return nil
                }
            }
            return parameters
        }
    }
}
