/// Why pins cannot be used as they were written. Thrown where they are set up, so it shows on the first start.
public enum PinningError: Error, Hashable, Sendable {
    /// The list of hosts is empty, so nothing would be pinned.
    case noHosts
    /// Not the name or address of a host in ASCII: a URL, a port, a wildcard, a name that is not in its `xn--` form.
    case invalidHost(String)
    /// The host is named twice, and only one of the two could count.
    case duplicateHost(String)
    /// The pin at this place of the host's list (from 0) is not `sha256/` and the base64 of 32 bytes.
    case malformedPin(host: String, index: Int)
    /// Fewer than two different pins. When the only key is lost, an app with one pin reaches its server no more.
    case noBackupPin(host: String)
    /// Nothing on this system lets the layer see a server's certificates. URLSession on Linux is such a system.
    case notSupportedHere
}

extension PinningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noHosts:
            "No host is pinned. Name at least one, or leave pinning out."
        case .invalidHost(let host):
            "'\(host)' is not a host to pin. Write its name alone, in ASCII ('xn--' for other letters), without scheme, "
                + "port, path or '*'; for all names below it set includesSubdomains."
        case .duplicateHost(let host):
            "'\(host)' is pinned twice. Put all its pins into one entry."
        case .malformedPin(let host, let index):
            "Pin \(index + 1) of '\(host)' is not 'sha256/' followed by the base64 of a SHA-256 (44 characters)."
        case .noBackupPin(let host):
            "'\(host)' needs two different pins at least: one for the key in use, one for a key kept in reserve."
        case .notSupportedHere:
            "Keys cannot be pinned on this system: its URLSession shows no certificates. Leave pinning out here."
        }
    }
}
