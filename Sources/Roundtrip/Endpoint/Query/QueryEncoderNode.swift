/// A value on its way into a query: what its containers wrote so far.
///
/// A class, because a container of `Encodable` keeps writing into its place after the place was handed out.
final class QueryNode {
    enum Content {
        /// Nothing was written, or `nil`: it is left out.
        case nothing
        case text(String)
        /// Names in the order they were written.
        case object([(name: String, node: QueryNode)])
        case list([QueryNode])
    }

    var content = Content.nothing

    /// The node of a name; a name that is written twice keeps its place and takes the later value.
    func member(named name: String) -> QueryNode {
        let node = QueryNode()
        guard case .object(var members) = content else {
            content = .object([(name, node)])
            return node
        }
        if let place = members.firstIndex(where: { $0.name == name }) {
            members[place].node = node
        } else {
            members.append((name, node))
        }
        content = .object(members)
        return node
    }

    func appendElement() -> QueryNode {
        let node = QueryNode()
        content = .list(elements + [node])
        return node
    }

    var elements: [QueryNode] {
        if case .list(let nodes) = content { nodes } else { [] }
    }

    /// Puts names in order where the value itself has none.
    func sortMembers() {
        if case .object(let members) = content {
            content = .object(members.sorted { $0.name < $1.name })
        }
    }
}
