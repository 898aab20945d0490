public import Foundation
public import Roundtrip

extension LoopbackServer {
    /// One request, complete with its body, exactly as it came.
    public struct Request: Sendable {
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

extension LoopbackServer.Request {
    /// The target up to the first question mark, not decoded; of an absolute target, without scheme and host.
    public var path: String {
        let path = target.prefix { $0 != "?" }
        guard !path.hasPrefix("/"), let authority = path.range(of: "://") else { return String(path) }
        return path[authority.upperBound...].firstIndex(of: "/").map { String(path[$0...]) } ?? "/"
    }

    /// What stands after the first question mark, not decoded, or `nil` if there is no question mark.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The values of a name in the query as a form decoder reads them: a plus sign is a space, `%2B` is a plus sign.
    public func queryValues(for name: String) -> [String] {
        (query ?? "").split(separator: "&").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard formDecoded(parts[0]) == name else { return nil }
            return parts.count > 1 ? formDecoded(parts[1]) : ""
        }
    }

    /// The body as text; bytes that are not UTF-8 become replacement characters.
    public var text: String { String(decoding: body, as: UTF8.self) }

    private func formDecoded(_ text: Substring) -> String {
        let spaced = String(text.map { $0 == "+" ? " " : $0 })
        return spaced.removingPercentEncoding ?? spaced
    }
}

extension LoopbackServer.Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, path, headers and the size of the body; neither the query nor the content.
    public var description: String { "\(method) \(path) \(headers), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
