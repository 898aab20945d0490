import Foundation
import Roundtrip

/// Prints one line for each exchange: what was sent and what came back.
struct Narrator: Middleware {
    let print: @Sendable (String) -> Void

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let start = context.time.uptime
        func tell(_ outcome: String) {
            let milliseconds = Int((context.time.uptime - start) / .milliseconds(1))
            let id = context.id.prefix(8)
            print("  \(request.method) \(context.endpoint) -> \(outcome) in \(milliseconds) ms, request \(id)")
        }
        do {
            let response = try await next(request)
            tell("\(response.status), \(response.data.count) bytes")
            return response
        } catch {
            tell(error is CancellationError ? "cancelled" : "no answer (\(error))")
            throw error
        }
    }
}
