#if canImport(Security)
import Foundation
import Roundtrip
import Security

extension KeychainTokenDatabase {
    /// - Parameters:
    ///   - service: Names the app, such as its bundle identifier.
    ///   - accessGroup: Shares the item with extensions and other apps of the team.
    public init(
        service: String,
        account: String = "session",
        accessGroup: String? = nil,
        accessibility: KeychainAccessibility = .afterFirstUnlock,
        leftovers: Leftovers = .keep
    ) {
        let item = KeychainItem(
            service: service, account: account, accessGroup: accessGroup, accessibility: accessibility)
        self.init(item, items: SystemKeychain(), leftovers: leftovers)
    }
}

/// The four calls themselves.
private struct SystemKeychain: KeychainItems {
    func copy(_ item: KeychainItem) -> (status: Int32, data: Data?) {
        var query = query(item)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result as? Data)
    }

    func add(_ item: KeychainItem, data: Data) -> Int32 {
        SecItemAdd(query(item).merging(content(item, data)) { $1 } as CFDictionary, nil)
    }

    func update(_ item: KeychainItem, data: Data) -> Int32 {
        SecItemUpdate(query(item) as CFDictionary, content(item, data) as CFDictionary)
    }

    func delete(_ item: KeychainItem) -> Int32 {
        SecItemDelete(query(item) as CFDictionary)
    }

    private func query(_ item: KeychainItem) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: item.service,
            kSecAttrAccount as String: item.account,
            // The keychain of iOS on macOS too: access groups and accessibility mean nothing in the older one.
            kSecUseDataProtectionKeychain as String: true,
        ]
        if let group = item.accessGroup { query[kSecAttrAccessGroup as String] = group }
        return query
    }

    private func content(_ item: KeychainItem, _ data: Data) -> [String: Any] {
        [kSecValueData as String: data, kSecAttrAccessible as String: accessible(item)]
    }

    private func accessible(_ item: KeychainItem) -> CFString {
        switch item.accessibility {
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
        case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        }
    }
}
#endif
