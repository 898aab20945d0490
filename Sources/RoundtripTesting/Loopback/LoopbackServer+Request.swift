public import Foundation
public import Roundtrip

extension LoopbackServer {
    /// One request, complete with its body, exactly as it came.
    public struct Request: ReceivedRequest {
        public let method: HTTPMethod
        /// The path and query as they stood in the request line, with every percent sign.
        public let target: String
        /// In the order and the spelling in which they came.
        public let headers: HTTPHeaders
        /// Without chunk sizes, where it came in chunks.
        public let body: Data
        /// Which connection it came on. The server's first is 1.
        public let connection: Int

        init(head: HTTPRequestHead, body: Data, connection: Int) {
            method = head.method
            target = head.target
            headers = head.headers
            self.body = body
            self.connection = connection
        }
    }
}
