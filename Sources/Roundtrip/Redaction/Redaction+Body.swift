import Foundation

/// Bodies: JSON and forms are shown without their secrets, everything else not at all.
extension Redaction {
    /// The longest body that is shown.
    static let bodyLimit = 64 << 10

    /// The body as it may be written to a log or export.
    ///
    /// Parts of a multipart body are never shown, nor is text or anything else that has no names to go by.
    ///
    /// - Parameter contentType: The value of the `Content-Type` header.
    public func body(_ bytes: some Collection<UInt8>, contentType: String?) -> String {
        guard bytes.count <= Self.bodyLimit, let contentType else { return Self.placeholder }
        guard !bytes.isEmpty else { return "" }
        let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        if type == "application/x-www-form-urlencoded" { return form(String(decoding: bytes, as: UTF8.self)) }
        guard type.hasSuffix("/json") || type.hasSuffix("+json") else { return Self.placeholder }
        return json(Array(bytes)) ?? Self.placeholder
    }

    /// The JSON with every secret value hidden, at any depth; `nil` if it is no JSON.
    ///
    /// The whole value of a secret name is hidden, be it an object or a list. A text that may itself hold names and values,
    /// such as JSON within JSON, is hidden too; one that is a URL is treated as such.
    func json(_ bytes: [UInt8]) -> String? {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
            return nil
        }
        let shown = shown(value, depth: 0)
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: shown, options: options)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func shown(_ value: Any, depth: Int) -> Any {
        guard depth < 64 else { return Self.placeholder }
        switch value {
        case let object as [String: Any]:
            var result: [String: Any] = [:]
            for (name, value) in object {
                result[name] = hides(field: name) ? Self.placeholder : shown(value, depth: depth + 1)
            }
            return result
        case let list as [Any]:
            return list.map { shown($0, depth: depth + 1) }
        case let text as String:
            return shown(text)
        default:
            return value
        }
    }

    private func shown(_ text: String) -> String {
        if text.contains("://") { return url(text) }
        let isSuspect = text.contains("{") || text.contains("=") || SecretValue.isCredential(text)
        return isSuspect ? Self.placeholder : text
    }
}
