/// A row of middleware with a transport at its end.
package struct Row: Sendable {
    let steps: [any Middleware]
    let transport: any Transport
    let insecureHosts: Set<String>

    /// Sends a request through all steps, the first one first.
    func send(_ request: HTTPRequest, context: CallContext) async throws -> HTTPResponse {
        try await rest(from: 0, context: context)(request)
    }

    /// What follows from this step on. Each step gets the context that the one before it sent the request for.
    private func rest(from index: Int, context: CallContext) -> Next {
        Next(context) { request, context in
            guard index < steps.count else { return try await carry(request, context: context) }
            return try await steps[index].intercept(
                request, context: context, next: rest(from: index + 1, context: context))
        }
    }

    /// The end of the row: the last check, then the transport.
    private func carry(_ request: HTTPRequest, context: CallContext) async throws -> HTTPResponse {
        if let problem = RequestCheck.problem(
            with: request, delivery: context.delivery, insecureHosts: insecureHosts)
        {
            throw NetworkError.invalidRequest(problem)
        }
        try Task.checkCancellation()
        var request = request
        // For a file only the transport knows when the head is there; the client's own timer does for the rest.
        if case .file = context.delivery { request.options.headTimeout = context.timeLeft }
        if request.isCrossOriginHop { request.removeCredentials() }
        context.progress.exchangeBegan()
        do {
            let response = try await transport.send(request, delivery: context.delivery)
            // The work may have been done before the server failed, so this answer is as good as none.
            let isUnclear = ServerError.unclearStatuses.contains(response.status)
            context.progress.exchangeEnded(
                losingAnswer: isUnclear ? TransportError(.unclear, mayHaveBeenSent: true) : nil)
            return response
        } catch {
            let lost = error as? TransportError ?? TransportError(.connectionLost, mayHaveBeenSent: true)
            context.progress.exchangeEnded(
                losingAnswer: lost.mayHaveBeenSent ? lost : nil, wasSent: lost.mayHaveBeenSent)
            throw error
        }
    }
}
