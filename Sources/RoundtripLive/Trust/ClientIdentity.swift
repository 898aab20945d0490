#if canImport(Security)
public import Security

/// The certificate and private key by which the app proves to some servers who it is (mutual TLS).
///
/// It is shown to the named hosts alone: a certificate tells who its owner is to whoever asks for it.
public struct ClientIdentity: Sendable {
    private let hosts: Set<String>
    let load: @Sendable () -> (identity: SecIdentity, intermediates: [SecCertificate])?

    /// - Parameters:
    ///   - hosts: The names of the hosts that may see it; names below them are not included.
    ///   - load: Gives the identity, usually from the Keychain, and the certificates between it and its root, if the
    ///     server does not know them. Asked for each new connection, so a renewed certificate is used from then on;
    ///     connections wait while it runs. `nil`: the app has none, and the server decides what that means.
    public init(
        hosts: Set<String>,
        load: @escaping @Sendable () -> (identity: SecIdentity, intermediates: [SecCertificate])?
    ) {
        self.hosts = Set(hosts.map(PinnedHost.normalized))
        self.load = load
    }

    func isMeant(for host: String) -> Bool {
        hosts.contains(PinnedHost.normalized(host))
    }
}
#endif
