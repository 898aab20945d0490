import Foundation
import Roundtrip

/// The head of an answer, and what follows from it for the body and the connection (RFC 9112, sections 6.3 and 9.3).
struct ResponseHead {
    let bytes: Data
    /// `false` for HEAD, 1xx, 204 and 304.
    let hasBody: Bool
    let isChunked: Bool
    let keepsConnection: Bool

    /// - Parameters:
    ///   - request: What is answered, or `nil` if it could not be read; then the connection ends.
    ///   - length: The size of the body, or `nil` if it is not known before its end.
    init(_ response: LoopbackServer.Response, to request: HTTPRequestHead?, length: Int?) {
        let isVersion11 = request?.isVersion11 ?? true
        let isBodyless = (100..<200).contains(response.status) || [204, 304].contains(response.status)
        hasBody = !isBodyless && request?.method != .head
        var headers = response.headers
        if let length, !isBodyless, !headers.contains("Transfer-Encoding") {
            headers.setDefault("Content-Length", "\(length)")
        } else if length == nil, !isBodyless, isVersion11, !headers.contains("Content-Length") {
            headers.setDefault("Transfer-Encoding", "chunked")
        }
        isChunked = length == nil && headers.contains("Transfer-Encoding")
        let announced = headers["Content-Length"]
        // A length that is not the body's, or none at all, leaves the end of the connection as the end of the body.
        let isDelimited = isChunked || !hasBody || (length != nil && announced == length.map(String.init))
        keepsConnection =
            (request?.keepsConnection ?? false) && isDelimited
            && !(headers["Connection"] ?? "").equalsIgnoringASCIICase("close")
        if !keepsConnection {
            headers.setDefault("Connection", "close")
        } else if !isVersion11 {
            headers.setDefault("Connection", "keep-alive")
        }
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        bytes = Data("HTTP/1.1 \(response.status) \(Self.reason(response.status))\r\n\(lines)\r\n".utf8)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        // The phrase means nothing to a client and may be empty (RFC 9112, section 4).
        default: ""
        }
    }
}
