public import Foundation

extension ServerError {
    /// The error that an answer outside 200...299 is. Its status is kept whatever the body is.
    ///
    /// - Parameters:
    ///   - requestID: The id that the call was sent with, or the server's own.
    ///   - now: What a date in `Retry-After` is relative to.
    ///   - details: Usually ``ServerErrorDetails/standard(_:)`` of the same answer.
    public init(response: HTTPResponse, requestID: String?, now: Date, details: ServerErrorDetails) {
        self.init(
            status: response.status,
            code: details.code,
            message: details.message,
            requestID: requestID,
            retryAfter: response.headers.values(for: "Retry-After").lazy
                .compactMap { RetryAfter.delay(from: $0, now: now) }.first,
            headers: response.headers,
            body: response.data,
            method: response.request.method
        )
    }

    /// The body as the error type of your own that this endpoint answers with.
    ///
    /// - Throws: ``DecodingFailure``, with the reason `emptyBody` or `htmlPage` where there is nothing to decode.
    public func decode<T: Decodable>(
        as type: T.Type,
        coding: JSONCoding = JSONCoding()
    ) throws(DecodingFailure) -> T {
        switch BodyForm(body, contentType: headers["Content-Type"].flatMap(MediaType.init)) {
        case .empty: throw failure(.emptyBody, type: type)
        case .webPage: throw failure(.htmlPage, type: type)
        case .content: break
        }
        do {
            return try coding.makeDecoder().decode(type, from: body)
        } catch {
            throw DecodingFailure(error, type: type, status: status, body: body, requestID: requestID)
        }
    }

    private func failure(_ reason: DecodingFailure.Reason, type: Any.Type) -> DecodingFailure {
        DecodingFailure(
            reason,
            type: String(describing: type),
            status: status,
            byteCount: body.count,
            requestID: requestID
        )
    }
}
