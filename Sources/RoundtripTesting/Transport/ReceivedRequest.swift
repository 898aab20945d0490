public import Foundation
public import Roundtrip

/// One request as a test server or a scripted transport got it, complete with its body.
public protocol ReceivedRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var method: HTTPMethod { get }
    /// The path and query as they go into the request line, with every percent sign.
    var target: String { get }
    var headers: HTTPHeaders { get }
    var body: Data { get }
}

extension ReceivedRequest {
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

extension ReceivedRequest {
    /// Method, path, headers and the size of the body; neither the query nor the content.
    public var description: String { "\(method) \(path) \(headers), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
