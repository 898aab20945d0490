import Foundation
import Roundtrip

/// What pins say about a server.
enum PinDecision: Hashable {
    case accept
    /// Close the connection and tell the app.
    case refuse(PinReport)
    /// Go on and tell the app.
    case report(PinReport)
}

extension PublicKeyPinning {
    /// The entry whose pins count for the host: among those that cover it, the one with the longest name.
    func entry(for host: String) -> PinnedHost? {
        let host = PinnedHost.normalized(host)
        return hosts.filter { $0.covers(host) }.max { $0.name.utf8.count < $1.name.utf8.count }
    }

    /// What the pins say about a chain that the system has already found valid.
    ///
    /// - Parameters:
    ///   - chain: The certificates in DER, the server's own first. The order does not matter.
    ///   - now: The time by which pins expire.
    func decision(chain: [[UInt8]], host: String, now: Date) -> PinDecision {
        guard let entry = entry(for: host) else { return .accept }
        guard let finding = entry.finding(in: chain, now: now) else { return .accept }
        let report = PinReport(
            host: PinnedHost.normalized(host), pinnedHost: entry.name, finding: finding,
            consequence: consequence(for: entry, now: now))
        return report.consequence == .refused ? .refuse(report) : .report(report)
    }

    /// Why a server is refused, or `nil` to go on. The system's verdict comes first; a key that matches does not mend it.
    func refusal(isTrustedBySystem: Bool, chain: [[UInt8]], host: String, now: Date) -> TransportError.Kind? {
        guard isTrustedBySystem else { return .certificate }
        switch decision(chain: chain, host: host, now: now) {
        case .accept:
            return nil
        case .report(let finding):
            report(finding)
            return nil
        case .refuse(let finding):
            report(finding)
            return .pin
        }
    }

    private func consequence(for entry: PinnedHost, now: Date) -> PinReport.Consequence {
        if entry.hasExpired(at: now) { return .allowedByExpiry }
        if mode == .reportOnly { return .allowedByReportOnly }
        return isEnabled() ? .refused : .allowedBySwitch
    }
}

extension PinnedHost {
    /// What there is to tell the app about these certificates, or `nil` if a pin matches and is in force.
    fileprivate func finding(in chain: [[UInt8]], now: Date) -> PinReport.Finding? {
        let shown = chain.map { PublicKeyPin(certificate: $0) }
        if shown.contains(where: { $0.map(pins.contains) ?? false }) {
            return hasExpired(at: now) ? .matchOfExpiredPins : nil
        }
        if chain.isEmpty { return .noCertificate }
        return shown.contains(nil) ? .unreadableCertificate : .noMatch
    }
}
