import BothRoads
import Foundation
import Testing

@testable import Roundtrip

/// Walks through every order in which things can happen around a session, breadth first, and stops at the first one in
/// which a promise is broken.
struct SessionExplorer {
    struct Finding: CustomStringConvertible {
        let sentence: String
        let path: [SessionWorld.Move]
        var description: String { "\(sentence) after:\n" + path.map { "  \($0)" }.joined(separator: "\n") }
    }

    struct Report {
        var states = 0
        var depth = 0
        var isComplete = false
        var finding: Finding?
    }

    /// - Parameter states: Where to stop, after finishing the depth begun.
    static func explore(
        _ worlds: [SessionWorld],
        states limit: Int,
        apply: @escaping SessionWorld.Apply = { $0.apply($1, at: $2) }
    ) async -> Report {
        var report = Report()
        // States are told apart by 64-bit hashes: the chance that any two of five million share one is below 1 in a million.
        var seen = Set(worlds.map(\.hashValue))
        var frontier = worlds.map { Node(world: $0, move: nil, parent: nil) }
        while !frontier.isEmpty {
            guard seen.count < limit else { break }
            var next: [Node] = []
            for (index, node) in frontier.enumerated() {
                // Lets the tests beside this one have their turn.
                if index % 256 == 0 { await Task.yield() }
                for move in node.world.moves {
                    let world = node.world.after(move, apply: apply)
                    guard seen.insert(world.hashValue).inserted else { continue }
                    let child = Node(world: world, move: move, parent: node)
                    if let sentence = world.violation {
                        report.finding = Finding(sentence: sentence, path: child.path)
                        report.states = seen.count
                        return report
                    }
                    next.append(child)
                }
            }
            frontier = next
            report.depth += 1
        }
        report.states = seen.count
        report.isComplete = frontier.isEmpty
        return report
    }

    private final class Node {
        let world: SessionWorld
        let move: SessionWorld.Move?
        let parent: Node?

        init(world: SessionWorld, move: SessionWorld.Move?, parent: Node?) {
            (self.world, self.move, self.parent) = (world, move, parent)
        }

        var path: [SessionWorld.Move] { (parent?.path ?? []) + [move].compactMap(\.self) }
    }
}

@Suite struct `Session, every order of events` {
    @Test func `no order of events breaks a promise`() async {
        let limit = TestScale.count(ci: 200_000, long: 5_000_000)
        let worlds = [SessionWorld(isExpired: false), SessionWorld(isExpired: true)]
        let report = await SessionExplorer.explore(worlds, states: limit)
        print("session exploration: \(report.states) distinct states, every order of \(report.depth) events")
        #expect(report.finding == nil, "\(report.finding.map(\.description) ?? "")")
        #expect(report.states >= limit)
    }

    @Test(arguments: SessionVariant.allCases)
    func `a broken rule is found`(variant: SessionVariant) async {
        let worlds = [SessionWorld(isExpired: false), SessionWorld(isExpired: true)]
        let report = await SessionExplorer.explore(worlds, states: 300_000, apply: variant.apply)
        #expect(report.finding != nil, "\(variant) was not found in \(report.states) states, depth \(report.depth)")
        if let finding = report.finding { print("\(variant): \(finding.sentence), \(finding.path.count) events") }
    }
}
