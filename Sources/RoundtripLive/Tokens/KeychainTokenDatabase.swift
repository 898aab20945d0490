public import Foundation
public import Roundtrip

/// Keeps the session in the Keychain, as one generic password.
///
/// Only "item not found" means that nobody is signed in. A locked device, or a Keychain that does not answer, is an error,
/// and the session stays.
public struct KeychainTokenDatabase: TokenDatabase {
    /// What to do with a session that an earlier installation of the app has left: the Keychain outlives an uninstall.
    public enum Leftovers: Sendable, Hashable {
        case keep
        /// Removes it at the first launch after an installation, told by a file that an uninstall removes.
        ///
        /// An app that begins with this in an update signs everybody out once, unless it makes the file first where a
        /// session is already in use. The file must be in the app's own container and readable before the first unlock. Only the app itself should
        /// choose this: an extension has a container of its own, and would remove the app's session.
        case clear(marker: URL)
    }

    private let item: KeychainItem
    private let items: any KeychainItems
    private let leftovers: Leftovers

    init(_ item: KeychainItem, items: any KeychainItems, leftovers: Leftovers) {
        self.item = item
        self.items = items
        self.leftovers = leftovers
    }

    public func load() async throws -> StoredSession? {
        try clearLeftovers()
        let (status, data) = items.copy(item)
        switch status {
        case KeychainStatus.itemNotFound:
            return nil
        case KeychainStatus.success:
            guard let data, let session = try? JSONDecoder().decode(StoredSession.self, from: data) else {
                throw TokenDatabaseError("The Keychain item is not a session. Sign in again to replace it.")
            }
            return session
        default:
            throw Self.error(status)
        }
    }

    public func save(_ session: StoredSession) async throws {
        guard let data = try? JSONEncoder().encode(session) else {
            throw TokenDatabaseError("The session cannot be encoded.")
        }
        var status = items.update(item, data: data)
        if status == KeychainStatus.itemNotFound { status = items.add(item, data: data) }
        // Another process has added it between the two calls.
        if status == KeychainStatus.duplicateItem { status = items.update(item, data: data) }
        guard status == KeychainStatus.success else { throw Self.error(status) }
        try markInstallation()
    }

    public func clear() async throws {
        let status = items.delete(item)
        guard status == KeychainStatus.success || status == KeychainStatus.itemNotFound else {
            throw Self.error(status)
        }
    }

    /// The mark is made only after the item is gone, so that a crash in between leaves nothing behind.
    private func clearLeftovers() throws(TokenDatabaseError) {
        guard case .clear(let marker) = leftovers, !FileManager.default.fileExists(atPath: marker.path) else { return }
        let status = items.delete(item)
        guard status == KeychainStatus.success || status == KeychainStatus.itemNotFound else {
            throw Self.error(status)
        }
        try markInstallation()
    }

    private func markInstallation() throws(TokenDatabaseError) {
        guard case .clear(let marker) = leftovers, !FileManager.default.fileExists(atPath: marker.path) else { return }
        // Without the mark the next launch would remove the session that is about to begin.
        guard FileManager.default.createFile(atPath: marker.path, contents: Data(), attributes: Self.attributes) else {
            throw TokenDatabaseError("The file that marks this installation cannot be made.")
        }
    }

    private static var attributes: [FileAttributeKey: Any] {
        #if canImport(Security)
        [.protectionKey: FileProtectionType.none]
        #else
        [:]
        #endif
    }

    private static func error(_ status: Int32) -> TokenDatabaseError {
        switch status {
        case KeychainStatus.interactionNotAllowed:
            TokenDatabaseError("The device is locked. Unlock it, then try again.", code: Int(status))
        case KeychainStatus.missingEntitlement:
            TokenDatabaseError(
                "The app may not use this Keychain access group. Check its entitlements.", code: Int(status))
        default:
            TokenDatabaseError("The Keychain does not answer now.", code: Int(status))
        }
    }
}
