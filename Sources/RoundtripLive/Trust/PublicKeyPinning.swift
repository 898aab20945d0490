/// Lets some hosts be reached only while they show a key that the app knows.
///
/// The system's own check of certificates comes first, and what it refuses stays refused. Then one pinned key anywhere in
/// the chain is enough (RFC 7469, section 2.6). Hosts that are not named here are left to the system.
///
/// ```swift
/// let pinning = try PublicKeyPinning([
///     PinnedHost("api.example.com", pins: [inUse, inReserve], expires: endOfNextYear)
/// ]) { report in
///     crashReporter.log("\(report)")
/// }
/// let client = APIClient.live(environment: .production(url), transport: try URLSessionTransport(pinning: pinning))
/// ```
///
/// Pins are asked when a connection is made: a switch or an expiry has no effect on connections that are already open.
///
/// - Important: A wrong pin locks every installed app out. Ship a pin of a key in reserve, an expiry and a switch, and
///   begin with `.reportOnly`.
public struct PublicKeyPinning: Sendable {
    public enum Mode: Hashable, Sendable {
        /// A server without a pinned key is refused.
        case enforce
        /// It is reported and let through.
        case reportOnly
    }

    let hosts: [PinnedHost]
    let mode: Mode
    let isEnabled: @Sendable () -> Bool
    let report: @Sendable (PinReport) -> Void

    /// - Parameters:
    ///   - hosts: Each host once.
    ///   - isEnabled: The remote switch, asked before a server is refused. While it says `false`, a mismatch is reported
    ///     and nothing is refused. It must answer at once: read a flag, fetch nothing.
    ///   - report: Gets every mismatch, refused or not, and every use of expired pins. Connections wait while it runs, so
    ///     it should only hand the report on.
    public init(
        _ hosts: [PinnedHost],
        mode: Mode = .enforce,
        isEnabled: @escaping @Sendable () -> Bool = { true },
        report: @escaping @Sendable (PinReport) -> Void
    ) throws(PinningError) {
        guard !hosts.isEmpty else { throw .noHosts }
        var names = Set<String>()
        for host in hosts where !names.insert(host.name).inserted { throw .duplicateHost(host.name) }
        self.hosts = hosts
        self.mode = mode
        self.isEnabled = isEnabled
        self.report = report
    }
}
