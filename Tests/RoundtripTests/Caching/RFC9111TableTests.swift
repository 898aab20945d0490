import Foundation
import Testing

@Suite struct `The table of RFC 9111` {
    /// The names of all test functions of this target.
    private static func testNames() throws -> Set<String> {
        let target = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = try #require(FileManager.default.enumerator(at: target, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: /func `([^`]+)`/) { names.insert(String(match.1)) }
        }
        return names
    }

    @Test func `every clause names tests that exist`() throws {
        let names = try Self.testNames()
        for clause in RFC9111.clauses {
            #expect(!clause.tests.isEmpty, "\(clause.section) \(clause.text)")
            for test in clause.tests {
                #expect(names.contains(test), "\(clause.section) names a test that does not exist: \(test)")
            }
        }
    }

    @Test func `every section with a demand on a private cache is there, in order`() {
        let sections = [
            "1.2.2", "3", "3.1", "3.2", "3.3", "4", "4.1", "4.2", "4.2.1", "4.2.2", "4.2.3", "4.2.4", "4.3.1", "4.3.2",
            "4.3.3", "4.3.4", "4.3.5", "4.4", "5.1", "5.2", "5.2.1.1", "5.2.1.2", "5.2.1.3", "5.2.1.4", "5.2.1.5",
            "5.2.1.7", "5.2.2.1", "5.2.2.2", "5.2.2.3", "5.2.2.4", "5.2.2.5", "5.2.3", "5.3", "5.4",
        ]
        var found: [String] = []
        for clause in RFC9111.clauses where found.last != clause.section { found.append(clause.section) }
        #expect(found == sections)
    }
}
