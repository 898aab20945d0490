import Foundation

/// What the system knows about the app, for the headers of `APIClient.live`.
enum Platform {
    /// `1.4.0 (312)` from the main bundle, or `nil` outside an app.
    static var appVersion: String? {
        let info = Bundle.main.infoDictionary
        guard let version = info?["CFBundleShortVersionString"] as? String else { return nil }
        guard let build = info?["CFBundleVersion"] as? String, build != version else { return version }
        return "\(version) (\(build))"
    }

    /// `Courses/1.4.0 (iOS 17.5)`, or the process's name where there is no bundle.
    static var userAgent: String {
        let info = Bundle.main.infoDictionary
        let name = info?["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName
        let version = info?["CFBundleShortVersionString"] as? String
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return "\(product(name))\(version.map { "/\(product($0))" } ?? "") "
            + "(\(systemName) \(system.majorVersion).\(system.minorVersion))"
    }

    /// The text as a product name or version of a User-Agent: a token (RFC 9110, section 10.1.5).
    private static func product(_ text: String) -> String {
        let kept = text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
        return kept.isEmpty ? "App" : kept
    }

    private static var systemName: String {
        #if os(iOS)
        "iOS"
        #elseif os(macOS)
        "macOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #else
        "Linux"
        #endif
    }
}
