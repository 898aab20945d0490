import Roundtrip

/// Reading what other programs write in place of what HAR 1.2 asks for: nothing, `null`, a number as text, a size with a
/// fraction.
extension KeyedDecodingContainer {
    /// The value, or `nil` where there is none of this type.
    func found<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The text, also of a number; empty where there is neither.
    func text(_ key: Key) -> String {
        found(key) ?? number(key).map { "\($0)" } ?? ""
    }

    /// The number, also one that stands as text; `nil` for anything else and for what is not finite.
    func number(_ key: Key) -> Double? {
        let number: Double? = found(key) ?? found(key, as: String.self).flatMap(Double.init)
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The number without its fraction; `least` where there is none, or a smaller one.
    func whole(_ key: Key, atLeast least: Int) -> Int {
        Int((number(key) ?? Double(least)).clamped(to: Double(least)...1e15))
    }

    /// The elements that are of this type; none where there is no list.
    func list<Element: Decodable & Sendable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
        found(key, as: LossyArray<Element>.self)?.elements ?? []
    }
}
