import Foundation

/// The four calls of the Keychain as values, so that everything around them runs on every platform.
protocol KeychainItems: Sendable {
    func copy(_ item: KeychainItem) -> (status: Int32, data: Data?)
    func add(_ item: KeychainItem, data: Data) -> Int32
    func update(_ item: KeychainItem, data: Data) -> Int32
    func delete(_ item: KeychainItem) -> Int32
}

/// Which generic password is meant.
struct KeychainItem: Hashable, Sendable {
    let service: String
    let account: String
    let accessGroup: String?
    let accessibility: KeychainAccessibility
}

/// When a Keychain item can be read, and whether a backup carries it to another device.
public enum KeychainAccessibility: Hashable, Sendable {
    /// After the first unlock since the device was started: what work in the background needs.
    case afterFirstUnlock
    case afterFirstUnlockThisDeviceOnly
    /// Only while the device is unlocked.
    case whenUnlocked
    case whenUnlockedThisDeviceOnly
}

/// The statuses that are told apart (Security/SecBase.h).
enum KeychainStatus {
    static let success: Int32 = 0
    static let notAvailable: Int32 = -25291
    static let duplicateItem: Int32 = -25299
    static let itemNotFound: Int32 = -25300
    static let interactionNotAllowed: Int32 = -25308
    static let missingEntitlement: Int32 = -34018
}
