public import Foundation
public import Roundtrip

extension ScriptedTransport {
    /// One request as the client handed it over, its body read to the end.
    ///
    /// What a transport adds by itself, such as `Host` and `Content-Length`, is not there.
    public struct Request: ReceivedRequest {
        public let method: HTTPMethod
        public let url: URL
        /// In the order and the spelling in which the client set them.
        public let headers: HTTPHeaders
        /// The bytes, in whatever form the body was given.
        public let body: Data
        public let options: TransportOptions
        public let delivery: Delivery

        /// The path and query as they go into the request line, with every percent sign.
        public var target: String {
            let path = url.path(percentEncoded: true)
            return (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
        }

        init(_ request: HTTPRequest, body: Data, delivery: Delivery) {
            method = request.method
            url = request.url
            headers = request.headers
            self.body = body
            options = request.options
            self.delivery = delivery
        }
    }
}
