import Foundation

/// What is known about the path of an endpoint's URL, and so may be shown of it.
struct PathPattern {
    let basePath: String
    let version: String?
    let template: String

    /// The path with the template in place of its end, or `nil` if it is not made of base path, version and template.
    func shown(_ path: Substring) -> String? {
        let segments = path.split(separator: "/")
        let pattern = template.split(separator: "/")
        guard segments.count >= pattern.count, zip(segments.suffix(pattern.count), pattern).allSatisfy(Self.fits) else {
            return nil
        }
        let before = segments.dropLast(pattern.count)
        let base = basePath.split(separator: "/")
        let between = before.dropFirst(base.count)
        guard before.starts(with: base), between.isEmpty || isVersion(Array(between)) else { return nil }
        return "/" + (before + pattern).joined(separator: "/")
    }

    /// A template may be written with or without percent encoding.
    private static func fits(_ segment: Substring, _ pattern: Substring) -> Bool {
        pattern.contains("{}") || segment == pattern
            || String(segment).removingPercentEncoding == String(pattern).removingPercentEncoding
    }

    /// The environment's own version, or one of its usual form, such as `v2` or `v1.4`.
    private func isVersion(_ segments: [Substring]) -> Bool {
        if let version, segments == version.split(separator: "/") { return true }
        guard segments.count == 1, let segment = segments.first, segment.first == "v" else { return false }
        return segment.utf8.count <= 8
            && segment.dropFirst().allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    }
}
