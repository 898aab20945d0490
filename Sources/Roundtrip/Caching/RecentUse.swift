/// Keeps elements in the order of their last use; every operation takes the same time, however many there are.
package struct RecentUse<Element: Hashable & Sendable>: Sendable {
    private struct Node {
        let element: Element
        var older: Int?
        var newer: Int?
    }

    private var nodes: [Int: Node] = [:]
    private var places: [Element: Int] = [:]
    private var nextPlace = 0
    private var oldest: Int?
    private var newest: Int?

    package init() {}

    package var count: Int { places.count }

    package var leastRecent: Element? { oldest.flatMap { nodes[$0]?.element } }

    /// Makes the element the most recent one; adds it if it is not there.
    package mutating func use(_ element: Element) {
        remove(element)
        let place = nextPlace
        nextPlace += 1
        nodes[place] = Node(element: element, older: newest, newer: nil)
        if let newest { nodes[newest]?.newer = place }
        newest = place
        oldest = oldest ?? place
        places[element] = place
    }

    package mutating func remove(_ element: Element) {
        guard let place = places.removeValue(forKey: element), let node = nodes.removeValue(forKey: place) else {
            return
        }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    }
}
