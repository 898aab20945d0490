import Foundation

/// Makes the redacted record of an exchange.
struct AttemptRecorder: Sendable {
    let redaction: Redaction
    let basePath: String
    let version: String?

    func record(
        of request: HTTPRequest,
        _ response: HTTPResponse?,
        _ context: CallContext,
        isStreamed: Bool
    ) -> AttemptRecord {
        // The answer knows the request as it was sent; without one, this is the last that is known.
        let sent = response?.request ?? request
        return AttemptRecord(
            method: sent.method,
            url: redaction.url(
                sent.url.absoluteString, template: context.endpoint, basePath: basePath, version: version),
            requestHeaders: redacted(sent.headers),
            responseHeaders: redacted(response?.headers ?? [:]),
            requestBody: context.options.recordsBodies ? body(sent.body, sent.headers) : nil,
            responseBody: context.options.recordsBodies
                ? response.map { isStreamed ? Redaction.placeholder : body($0) } : nil)
    }

    private func redacted(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(
            headers.map { HTTPHeaders.Field(name: $0.name, value: redaction.value(ofHeader: $0.name, $0.value)) })
    }

    private func body(_ body: HTTPBody, _ headers: HTTPHeaders) -> String {
        switch body {
        case .none: ""
        case .data(let data): redaction.body(data, contentType: headers["Content-Type"])
        case .file, .stream, .oneShot: Redaction.placeholder
        }
    }

    private func body(_ response: HTTPResponse) -> String {
        guard case .data(let data) = response.body else { return Redaction.placeholder }
        return redaction.body(data, contentType: response.headers["Content-Type"])
    }
}
