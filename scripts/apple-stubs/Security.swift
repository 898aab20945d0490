// The part of Apple's Security that RoundtripLive uses, signatures only: see scripts/check-apple.
public import Foundation

public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
// Bridged to these on Apple's systems, where `as` converts between them.
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFArray = [AnyObject]
public typealias CFData = Data
public final class CFError {}
public final class SecKey {}
public final class SecCertificate {}
public final class SecTrust {}
public final class SecIdentity {}

public let errSecSuccess: OSStatus = 0
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308

public let kSecClass = ""
public let kSecClassGenericPassword = ""
public let kSecAttrService = ""
public let kSecAttrAccount = ""
public let kSecAttrAccessGroup = ""
public let kSecAttrAccessible = ""
public let kSecAttrAccessibleAfterFirstUnlock = ""
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = ""
public let kSecAttrAccessibleWhenUnlocked = ""
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly = ""
public let kSecUseDataProtectionKeychain = ""
public let kSecMatchLimit = ""
public let kSecMatchLimitOne = ""
public let kSecReturnData = ""
public let kSecValueData = ""

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }

public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { CFData() }
