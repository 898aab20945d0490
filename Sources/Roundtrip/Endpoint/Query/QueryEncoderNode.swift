/// A value on its way into a query: what its containers wrote so far.
///
/// A class, because a container of `Encodable` keeps writing into its place after the place was handed out.
final class QueryNode {
    /// What the value is; its members and elements stand beside, so that adding one does not copy the others.
    enum Content {
        /// Nothing was written, or `nil`: it is left out.
        case nothing
        case text(String)
        case object
        case list
    }

    var content = Content.nothing
    /// Names in the order they were written.
    private(set) var members: [(name: String, node: QueryNode)] = []
    private(set) var elements: [QueryNode] = []
    private var places: [String: Int] = [:]

    /// The node of a name; a name that is written twice keeps its place and takes the later value.
    func member(named name: String) -> QueryNode {
        let node = QueryNode()
        if let place = places[name] {
            members[place].node = node
        } else {
            places[name] = members.count
            members.append((name, node))
        }
        return node
    }

    func appendElement() -> QueryNode {
        let node = QueryNode()
        elements.append(node)
        return node
    }

    /// Puts names in order where the value itself has none.
    func sortMembers() {
        members.sort { $0.name < $1.name }
        places = Dictionary(uniqueKeysWithValues: members.indices.map { (members[$0].name, $0) })
    }

    /// Puts elements in order by their texts.
    func sortElements() {
        elements.sort { $0.text < $1.text }
    }

    private var text: String {
        if case .text(let text) = content { text } else { "" }
    }
}
