import Foundation

/// URLs and forms, as text: what cannot be read is hidden as a whole.
extension Redaction {
    /// The URL without user name, password and fragment, with secret query values hidden.
    ///
    /// - Parameters:
    ///   - template: The endpoint's path template. If the path ends in it, `{}` stands for each of its values;
    ///     otherwise, as after a redirect, nothing of the path is shown.
    ///   - basePath: The path that the template is joined to. A version such as `v2` may stand between them.
    public func url(_ url: String, template: String? = nil, basePath: String = "") -> String {
        let whole = url.prefix { $0 != "#" }
        guard let colon = whole.firstRange(of: "://") else {
            // A relative reference, as in `Location`.
            guard whole.hasPrefix("/") || whole.hasPrefix("?") else { return Self.placeholder }
            return shown(whole, template: template, basePath: basePath)
        }
        let scheme = whole[..<colon.lowerBound]
        let rest = whole[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "\\" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !scheme.isEmpty, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) else { return Self.placeholder }
        return "\(scheme)://\(host)" + shown(rest.dropFirst(authority.count), template: template, basePath: basePath)
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
        return hides(name) ? "\(name)=\(Self.placeholder)" : String(item)
    }

    /// Path and query.
    private func shown(_ rest: Substring, template: String?, basePath: String) -> String {
        let path = rest.prefix { $0 != "?" }
        let query = rest.dropFirst(path.count + 1)
        let shownPath = path.isEmpty || path == "/" ? String(path) : Self.path(path, template, basePath)
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

    private static func path(_ path: Substring, _ template: String?, _ basePath: String) -> String {
        let hidden = "/" + placeholder
        guard let template else { return hidden }
        let segments = path.split(separator: "/")
        let pattern = template.split(separator: "/")
        guard segments.count >= pattern.count,
            zip(segments.suffix(pattern.count), pattern).allSatisfy({ $1.contains("{}") || $0 == $1 })
        else { return hidden }
        let before = segments.dropLast(pattern.count)
        let base = basePath.split(separator: "/")
        let between = before.dropFirst(base.count)
        guard before.starts(with: base), between.count <= 1, between.allSatisfy(isVersion) else { return hidden }
        return "/" + (before + pattern).joined(separator: "/")
    }

    /// `v2`, `v1.4`.
    private static func isVersion(_ segment: Substring) -> Bool {
        segment.first == "v" && segment.count <= 8
            && segment.dropFirst().allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    }
}
