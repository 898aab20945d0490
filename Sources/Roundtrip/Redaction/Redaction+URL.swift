import Foundation

/// URLs and forms, as text: what cannot be read is hidden as a whole.
extension Redaction {
    /// The URL without user name, password and fragment, with secret query values hidden.
    ///
    /// - Parameters:
    ///   - template: The endpoint's path template. If the path ends in it, `{}` stands for each of its values;
    ///     otherwise, as after a redirect, nothing of the path is shown.
    ///   - basePath: The path that the template is joined to.
    ///   - version: What may stand between the two, besides `v2` and the like.
    public func url(
        _ url: String,
        template: String? = nil,
        basePath: String = "",
        version: String? = nil
    ) -> String {
        let pattern = template.map { PathPattern(basePath: basePath, version: version, template: $0) }
        let whole = url.prefix { $0 != "#" }
        guard let colon = whole.firstRange(of: "://") else {
            // A relative reference, as in `Location`.
            guard whole.hasPrefix("/") || whole.hasPrefix("?") else { return Self.placeholder }
            return shown(whole, pattern)
        }
        let scheme = whole[..<colon.lowerBound]
        let rest = whole[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "\\" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !scheme.isEmpty, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) else { return Self.placeholder }
        return "\(scheme)://\(host)" + shown(rest.dropFirst(authority.count), pattern)
    }

    /// A form or query, `a=1&token=<redacted>`: names and order stay as they are.
    ///
    /// An item without `=` may be a value as well as a name, and is hidden.
    public func form(_ form: String) -> String {
        form.split(separator: "&", omittingEmptySubsequences: false).map { item in
            // Some servers read `;` as a separator too (HTML 4.01, appendix B.2.2).
            item.split(separator: ";", omittingEmptySubsequences: false).map(shown(item:)).joined(separator: ";")
        }.joined(separator: "&")
    }

    private func shown(item: Substring) -> String {
        guard !item.isEmpty else { return "" }
        guard let equals = item.firstIndex(of: "=") else { return Self.placeholder }
        let name = item[..<equals]
        let isSecret = hides(name) || SecretValue.isCredential(item[equals...].dropFirst())
        return isSecret ? "\(name)=\(Self.placeholder)" : String(item)
    }

    /// Path and query.
    private func shown(_ rest: Substring, _ pattern: PathPattern?) -> String {
        let path = rest.prefix { $0 != "?" }
        let query = rest.dropFirst(path.count + 1)
        let shownPath =
            path.isEmpty || path == "/" ? String(path) : pattern?.shown(path) ?? "/" + Self.placeholder
        return rest.count == path.count ? shownPath : shownPath + "?" + form(String(query))
    }

    /// Whether the name is a secret's as it stands or once its percent encoding is read, which servers do, some of them
    /// twice.
    private func hides(_ name: Substring) -> Bool {
        var name = String(name).replacing("+", with: " ")
        for _ in 0..<3 {
            if hides(field: name) { return true }
            guard let decoded = name.removingPercentEncoding else { return true }
            name = decoded
        }
        return false
    }
}
