import Foundation
import Roundtrip

/// Leads to the server that the program has started, which has another port each time, calls that know it by one name:
/// so what one run has stored is found by the next.
struct OwnServer: Middleware {
    static let baseURL = URL(string: "http://catalogue.localhost") ?? URL(filePath: "/")

    let address: URL

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        var request = request
        var url = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        url?.host = address.host()
        url?.port = address.port
        if let url = url?.url { request.url = url }
        return try await next(request)
    }
}
