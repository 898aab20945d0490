#if canImport(Security)
import Foundation
import Security

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportSecurity {
    typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)

    /// Answers URLSession's questions about certificates. All else is left to the system.
    func answer(to space: URLProtectionSpace) -> Answer {
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust: answerForServer(space)
        case NSURLAuthenticationMethodClientCertificate: answerForClient(space)
        default: (.performDefaultHandling, nil)
        }
    }

    private func answerForServer(_ space: URLProtectionSpace) -> Answer {
        guard let pinning, pinning.entry(for: space.host) != nil else { return (.performDefaultHandling, nil) }
        let trust = space.serverTrust
        // The evaluation comes first: it builds and checks the chain that is copied then.
        let isTrusted = trust.map { SecTrustEvaluateWithError($0, nil) } ?? false
        let refusal = pinning.refusal(
            isTrustedBySystem: isTrusted, chain: trust.map(certificates) ?? [], host: space.host, now: Date())
        note(refusal, of: space.host)
        // The system's default check has the last word on what the pins accept.
        return (refusal == nil ? .performDefaultHandling : .cancelAuthenticationChallenge, nil)
    }

    private func certificates(of trust: SecTrust) -> [[UInt8]] {
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
        return (chain ?? []).map { Array(SecCertificateCopyData($0) as Data) }
    }

    private func answerForClient(_ space: URLProtectionSpace) -> Answer {
        guard let identity, identity.isMeant(for: space.host), let shown = identity.load() else {
            return (.performDefaultHandling, nil)
        }
        let certificates = shown.intermediates.isEmpty ? nil : shown.intermediates
        let credential = URLCredential(
            identity: shown.identity, certificates: certificates, persistence: .forSession)
        return (.useCredential, credential)
    }
}
#endif
