/// A dictionary that skips the values that do not decode, and says where. Its keys are data and stay as they are.
///
/// The twin of ``LossyArray`` for JSON objects whose keys are not known beforehand. A body that is no object is an error.
public struct LossyDictionary<Value> {
    public var elements: [String: Value]
    /// What was skipped; the paths show `*` for the key, because it is data.
    public let drops: [LossyDrop]

    public init() {
        self.init([:])
    }

    public init(_ elements: [String: Value], drops: [LossyDrop] = []) {
        self.elements = elements
        self.drops = drops
    }

    public subscript(key: String) -> Value? {
        get { elements[key] }
        set { elements[key] = newValue }
    }
}

extension LossyDictionary: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws {
        // As a `[String: T]`, because decoders leave the keys alone only for that very type.
        let attempts = try decoder.singleValueContainer().decode([String: LossyAttempt<Value>].self)
        var elements: [String: Value] = [:]
        var drops: [LossyDrop] = []
        for (key, attempt) in attempts {
            switch attempt {
            case .value(let value): elements[key] = value
            case .drop(let drop): drops.append(drop)
            }
        }
        self.init(elements, drops: drops)
    }
}

extension LossyDictionary: Encodable where Value: Encodable {
    /// Writes the elements as a plain object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(elements)
    }
}

extension LossyDictionary: ExpressibleByDictionaryLiteral {
    /// Of two equal keys the last one counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}

extension LossyDictionary: Sendable where Value: Sendable {}
extension LossyDictionary: Equatable where Value: Equatable {}
extension LossyDictionary: Hashable where Value: Hashable {}

extension LossyDictionary: CustomStringConvertible, CustomReflectable {
    public var description: String { elements.description }

    /// The same as that of a plain dictionary.
    public var customMirror: Mirror { Mirror(reflecting: elements) }
}
