public import Foundation

/// Scheme, host and port of a URL: what decides who may see a token (RFC 6454).
///
/// Compared as browsers do: scheme and host without case, a missing port as the scheme's own.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public let scheme: String
    public let host: String
    public let port: Int

    /// The origin of an `http` or `https` URL, or `nil` for any other.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true), !host.isEmpty else {
            return nil
        }
        switch scheme {
        case "https": port = url.port ?? 443
        case "http": port = url.port ?? 80
        default: return nil
        }
        self.scheme = scheme
        self.host = host.lowercased()
    }

    /// Whether nobody on the way can read what is sent: https, or the machine itself.
    public var isSecure: Bool { scheme == "https" || isLoopback }

    /// Whether TCP has such a port: `URL` also reads greater numbers, and 0 is nobody's.
    var hasUsablePort: Bool { (1...65_535).contains(port) }

    /// `localhost` and its subdomains (RFC 6761, section 6.3), 127.0.0.0/8 and `::1`.
    public var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { (ASCII.number($0) ?? 256) < 256 }
    }

    public var description: String {
        let isDefault = port == (scheme == "https" ? 443 : 80)
        let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return isDefault ? "\(scheme)://\(shown)" : "\(scheme)://\(shown):\(port)"
    }
}
