import Foundation

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
        if case .object = node.content {} else { node.content = .object([]) }
        return KeyedEncodingContainer(QueryKeyedContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = node.content {} else { node.content = .list([]) }
        return QueryUnkeyedContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        QuerySingleValueContainer(encoder: self)
    }

    /// The encoder for the place of a key inside this one.
    func inner(_ node: QueryNode, _ key: some CodingKey) -> QueryEncoder {
        QueryEncoder(node: node, codingPath: codingPath + [key])
    }

    /// Writes a value here.
    func write(_ value: some Encodable) throws {
        if let text = value as? any WrittenAsText {
            try write(text: text)
        } else {
            try value.encode(to: self)
            if value is any UnorderedNames { node.sortMembers() }
        }
    }

    private func write(text value: any WrittenAsText) throws {
        guard let text = value.queryText else {
            let place = CodingPathText.text(codingPath)
            throw QueryProblem("The query value\(place.isEmpty ? "" : " at \(place)") cannot be written as text.")
        }
        node.content = .text(text)
    }
}

/// The values that are written as their query text, not as they encode themselves: a `Date` would write a number of
/// seconds since 2001.
private protocol WrittenAsText: QueryValue {}

extension String: WrittenAsText {}
extension Bool: WrittenAsText {}
extension Int: WrittenAsText {}
extension Int8: WrittenAsText {}
extension Int16: WrittenAsText {}
extension Int32: WrittenAsText {}
extension Int64: WrittenAsText {}
extension UInt: WrittenAsText {}
extension UInt8: WrittenAsText {}
extension UInt16: WrittenAsText {}
extension UInt32: WrittenAsText {}
extension UInt64: WrittenAsText {}
extension Float: WrittenAsText {}
extension Double: WrittenAsText {}
extension Date: WrittenAsText {}
extension URL: WrittenAsText {}
extension Data: WrittenAsText {}
extension Decimal: WrittenAsText {}

/// A value whose names come in another order each time the program runs.
private protocol UnorderedNames {}

extension Dictionary: UnorderedNames {}
