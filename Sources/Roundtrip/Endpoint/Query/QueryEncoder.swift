/// Writes an `Encodable` value into a tree, from which the items of a query are made.
struct QueryEncoder: Encoder {
    let node: QueryNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func tree(of value: some Encodable) throws(QueryProblem) -> QueryNode {
        let root = QueryEncoder(node: QueryNode(), codingPath: [])
        do {
            try root.write(value)
        } catch {
            throw QueryProblem(encoding: error)
        }
        return root.node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.content = .object
        return KeyedEncodingContainer(QueryKeyedContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .list
        return QueryUnkeyedContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        QuerySingleValueContainer(encoder: self)
    }

    /// The encoder for the place of a key inside this one.
    func inner(_ node: QueryNode, _ key: some CodingKey) -> QueryEncoder {
        QueryEncoder(node: node, codingPath: codingPath + [key])
    }

    /// Writes a value here: as its query text if it has one, otherwise as it encodes itself.
    ///
    /// The query text comes first because a `Date` that encodes itself writes a number of seconds since 2001. It also ends
    /// the recursion: numbers and texts encode themselves by asking a container to encode them.
    func write(_ value: some Encodable) throws {
        if let value = value as? any QueryValue {
            guard let text = value.queryText else {
                let place = CodingPathText.text(codingPath)
                throw QueryProblem("The query value\(place.isEmpty ? "" : " at \(place)") cannot be written as text.")
            }
            node.content = .text(text)
        } else if let integer = value as? any BinaryInteger {
            // Wider integers than the query knows encode themselves by asking for just this.
            node.content = .text(String(describing: integer))
        } else {
            try value.encode(to: self)
            if value is any UnorderedMembers { node.sortMembers() }
            if value is any UnorderedElements { node.sortElements() }
        }
    }
}

/// A value whose names come in another order each time the program runs.
private protocol UnorderedMembers {}
/// A value whose elements come in another order each time the program runs.
private protocol UnorderedElements {}

extension Dictionary: UnorderedMembers {}
extension Set: UnorderedElements {}
