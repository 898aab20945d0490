/// The container for a value with names.
struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func member(_ key: some CodingKey) -> QueryEncoder {
        encoder.inner(encoder.node.member(named: key.stringValue), key)
    }

    mutating func encodeNil(forKey key: Key) {}

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try member(key).write(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        member(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        member(key).unkeyedContainer()
    }

    /// A superclass writes its names beside those of its subclass: a query has no place to nest them in.
    mutating func superEncoder() -> any Encoder { encoder }

    mutating func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

/// The container for a list.
struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.elements.count }

    private func element() -> QueryEncoder {
        QueryEncoder(node: encoder.node.appendElement(), codingPath: codingPath)
    }

    mutating func encodeNil() {
        _ = element()
    }

    mutating func encode(_ value: some Encodable) throws {
        try element().write(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        element().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        element().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { element() }
}

/// The container for a value without names.
struct QuerySingleValueContainer: SingleValueEncodingContainer {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() {}

    mutating func encode(_ value: some Encodable) throws {
        try encoder.write(value)
    }
}
