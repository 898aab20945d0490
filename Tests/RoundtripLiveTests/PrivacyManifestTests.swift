import Foundation
import Testing

@testable import RoundtripLive

/// Apple refuses apps whose libraries use certain functions of the system without a reason in their privacy manifest.
@Suite struct `Privacy manifest` {
    private struct Manifest: Decodable {
        struct Use: Decodable {
            let category: String
            let reasons: [String]

            enum CodingKeys: String, CodingKey {
                case category = "NSPrivacyAccessedAPIType"
                case reasons = "NSPrivacyAccessedAPITypeReasons"
            }
        }

        let tracks: Bool
        let trackingDomains: [String]
        let collectedData: [[String: String]]
        let uses: [Use]

        enum CodingKeys: String, CodingKey {
            case tracks = "NSPrivacyTracking"
            case trackingDomains = "NSPrivacyTrackingDomains"
            case collectedData = "NSPrivacyCollectedDataTypes"
            case uses = "NSPrivacyAccessedAPITypes"
        }
    }

    private let file: URL

    init() throws {
        file = try #require(Bundle.module.url(forResource: "PrivacyInfo", withExtension: "xcprivacy"))
    }

    private var manifest: Manifest {
        get throws { try PropertyListDecoder().decode(Manifest.self, from: try Data(contentsOf: file)) }
    }

    @Test func `it is a property list of the keys that Apple defines`() throws {
        let list = try PropertyListSerialization.propertyList(from: try Data(contentsOf: file), format: nil)
        let dictionary = try #require(list as? [String: Any])
        #expect(
            Set(dictionary.keys) == [
                "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
                "NSPrivacyAccessedAPITypes",
            ])
        let uses = try #require(dictionary["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        #expect(
            uses.allSatisfy { Set($0.keys) == ["NSPrivacyAccessedAPIType", "NSPrivacyAccessedAPITypeReasons"] })
    }

    @Test func `nobody is tracked and no data is collected`() throws {
        let manifest = try manifest
        #expect(!manifest.tracks && manifest.trackingDomains.isEmpty && manifest.collectedData.isEmpty)
    }

    /// The functions that need a reason ("Describing use of required reason API"), by category, and the reason that fits a
    /// library which keeps files in the app's own container.
    private static let needReasons: [(category: String, reason: String, functions: String)] = [
        (
            "NSPrivacyAccessedAPICategoryFileTimestamp", "C617.1",
            #"stat|fstat|fstatat|lstat|f?getattrlist(bulk|at)?|creationDate|modificationDate|fileModificationDate"#
                + #"|contentModificationDate(Key)?|creationDateKey|attributesOfItem"#
        ),
        (
            "NSPrivacyAccessedAPICategoryDiskSpace", "E174.1",
            #"statfs|statvfs|fstatfs|fstatvfs|volume(Available|Total)Capacity\w*|systemFreeSize|systemSize"#
                + #"|attributesOfFileSystem"#
        ),
        ("NSPrivacyAccessedAPICategorySystemBootTime", "35F9.1", #"systemUptime|mach_absolute_time"#),
        ("NSPrivacyAccessedAPICategoryUserDefaults", "CA92.1", #"UserDefaults"#),
        ("NSPrivacyAccessedAPICategoryActiveKeyboards", "54BD.1", #"activeInputModes"#),
    ]

    @Test func `it names the kinds of functions that the sources use, and no other`() throws {
        let code = try Self.code(of: ["Roundtrip", "RoundtripLive"])
        let used = try Self.needReasons.filter { need in
            try NSRegularExpression(pattern: #"\b(\#(need.functions))\b"#)
                .firstMatch(in: code, range: NSRange(code.startIndex..., in: code)) != nil
        }
        #expect(!used.isEmpty)
        let manifest = try manifest
        #expect(Set(manifest.uses.map(\.category)) == Set(used.map(\.category)))
        for need in used {
            #expect(manifest.uses.filter { $0.category == need.category }.map(\.reasons) == [[need.reason]])
        }
    }

    /// All lines of the targets that are not comments.
    private static func code(of targets: [String]) throws -> String {
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3)
        return try targets.flatMap { target in
            let folder = URL(fileURLWithPath: NSString.path(withComponents: package + ["Sources", target]))
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
                try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                    .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            }
        }.joined(separator: "\n")
    }
}
