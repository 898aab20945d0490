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
    public func form(_ form: String) -> String {
        form.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: "=") else { return hides(item) ? Self.placeholder : String(item) }
            let name = item[..<equals]
            return hides(name) ? "\(name)=\(Self.placeholder)" : String(item)
        }.joined(separator: "&")
    }

    /// Path and query.
    private func shown(_ rest: Substring, template: String?, basePath: String) -> String {
        let path = rest.prefix { $0 != "?" }
        let query = rest.dropFirst(path.count + 1)
        let shownPath = path.isEmpty || path == "/" ? String(path) : Self.path(path, template, basePath)
        return rest.count == path.count ? shownPath : shownPath + "?" + form(String(query))
    }

    /// Both spellings of the name: as it stands and with its percent encoding read, which a server will do.
    private func hides(_ name: Substring) -> Bool {
        let decoded = name.replacing("+", with: " ").removingPercentEncoding
        // `filter[token]` and `user.token` are read as words, as every name.
        return hides(field: String(name)) || decoded.map { hides(field: $0) } ?? true
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
