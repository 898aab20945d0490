// The part of Apple's Security that RoundtripLive uses, signatures only: see scripts/check-apple.
public import Foundation

public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
public final class CFString: @unchecked Sendable {}
public typealias CFDictionary = NSDictionary
public final class SecKey {}
public final class SecCertificate {}
public final class SecTrust {}

public let errSecSuccess: OSStatus = 0
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308

public let kSecClass = CFString()
public let kSecClassGenericPassword = CFString()
public let kSecAttrService = CFString()
public let kSecAttrAccount = CFString()
public let kSecAttrAccessGroup = CFString()
public let kSecAttrAccessible = CFString()
public let kSecAttrAccessibleAfterFirstUnlock = CFString()
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = CFString()
public let kSecUseDataProtectionKeychain = CFString()
public let kSecMatchLimit = CFString()
public let kSecMatchLimitOne = CFString()
public let kSecReturnData = CFString()
public let kSecValueData = CFString()

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
