public import Foundation

/// The keys that a host may show.
public struct PinnedHost: Sendable {
    /// In lower case, without a dot at its end.
    let name: String
    let includesSubdomains: Bool
    let pins: Set<PublicKeyPin>
    let expires: Date?

    /// - Parameters:
    ///   - name: The host's name, such as `api.example.com`, or its address, spelled as in the URLs. Upper and lower case are
    ///     the same.
    ///   - includesSubdomains: Whether the pins hold for every name below it too: those of `example.com` for
    ///     `api.example.com` and `a.b.example.com`, never for `badexample.com`. Where several entries fit a host, the
    ///     longest name wins, and its pins alone count.
    ///   - pins: `sha256/` and the base64 of a key's SHA-256: of the server's own certificate, or of any other in its
    ///     chain. At least two, one of them of a key that is kept in reserve.
    ///   - expires: From this moment on a mismatch is reported and nothing is refused any more, so that an app that is
    ///     never updated still reaches its server. `nil`: never.
    public init(
        _ name: String,
        includesSubdomains: Bool = false,
        pins: [String],
        expires: Date? = nil
    ) throws(PinningError) {
        let host = Self.normalized(name)
        guard Self.isHost(host) else { throw .invalidHost(name) }
        var read = Set<PublicKeyPin>()
        for (index, text) in pins.enumerated() {
            guard let pin = PublicKeyPin(text) else { throw .malformedPin(host: host, index: index) }
            read.insert(pin)
        }
        guard read.count >= 2 else { throw .noBackupPin(host: host) }
        self.name = host
        self.includesSubdomains = includesSubdomains
        self.pins = read
        self.expires = expires
    }

    /// - Parameter host: Normalized.
    func covers(_ host: String) -> Bool {
        host == name || includesSubdomains && host.hasSuffix("." + name)
    }

    func hasExpired(at now: Date) -> Bool {
        expires.map { now >= $0 } ?? false
    }

    /// One spelling for each host: `API.example.com.` is `api.example.com`, and `[::1]` is `::1`.
    static func normalized(_ host: String) -> String {
        var host = host.lowercased()[...]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        if host.hasSuffix(".") { host = host.dropLast() }
        return String(host)
    }

    private static func isHost(_ host: String) -> Bool {
        let isAddress = host.filter { $0 == ":" }.count >= 2
        let labels = isAddress ? [host[...]] : host.split(separator: ".", omittingEmptySubsequences: false)
        let others = isAddress ? ":." : "-_"
        return labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
        }
    }
}
