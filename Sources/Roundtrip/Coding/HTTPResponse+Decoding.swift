import Foundation

extension HTTPResponse {
    /// Whether the answer brings no value. This is the one place that decides it:
    ///
    /// | answer | why |
    /// |---|---|
    /// | 204, 205 | they have no content (RFC 9110, sections 15.3.5 and 15.3.6) |
    /// | any answer to HEAD | it has no content, whatever `Content-Length` says (section 9.3.2) |
    /// | zero bytes | |
    /// | only JSON white space | |
    /// | the literal `null` | |
    ///
    /// A stream or a file is judged by status and method alone.
    public var isEmptyBody: Bool {
        if status == 204 || status == 205 || request.method == .head { return true }
        guard case .data(let data) = body else { return false }
        return BodyForm(data, contentType: contentType) == .empty
    }

    /// The value in the body.
    ///
    /// An empty body (``isEmptyBody``) gives the type's ``EmptyBodyDecodable/emptyBodyValue``, so `nil` for an optional,
    /// and the failure `emptyBody` for a type that has none. A web page is told apart from broken data.
    ///
    /// - Throws: ``DecodingFailure``, or `CancellationError` as it came.
    public func decoded<T: Decodable & Sendable>(
        as type: T.Type,
        with decoder: any ResponseDecoder
    ) async throws -> T {
        if let verbatim = try verbatim(as: type) { return verbatim }
        if isEmptyBody { return try emptyValue(of: type) }
        guard BodyForm(data, contentType: contentType) != .webPage else { throw failure(.htmlPage, type: type) }
        if let nothing = EmptyResponse() as? T { return nothing }
        do {
            return try await decoder.decode(type, from: data)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DecodingFailure(error, type: type, response: self)
        }
    }

    /// The body itself, for the two types that are not decoded: `Data` as the bytes, `String` as the text.
    private func verbatim<T>(as type: T.Type) throws(DecodingFailure) -> T? {
        if type == Data.self { return data as? T }
        if type == String.self { return try text() as? T }
        if isEmptyBody { return nil }
        if type == Data?.self { return data as? T }
        if type == String?.self { return try text() as? T }
        return nil
    }

    private func emptyValue<T>(of type: T.Type) throws(DecodingFailure) -> T {
        guard let value = (type as? any EmptyBodyDecodable.Type)?.emptyBodyValue as? T else {
            throw failure(.emptyBody, type: type)
        }
        return value
    }

    func failure(_ reason: DecodingFailure.Reason, type: Any.Type, hint: String? = nil) -> DecodingFailure {
        DecodingFailure(
            reason,
            type: String(describing: type),
            status: status,
            byteCount: data.count,
            requestID: shownRequestID,
            hint: hint
        )
    }

    /// The id to find this answer by: the server's own where it gives one, otherwise the one that was sent.
    var shownRequestID: String? {
        headers["X-Request-ID"] ?? request.headers["X-Request-ID"]
    }
}
