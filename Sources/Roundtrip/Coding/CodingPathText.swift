/// Prints coding paths without printing data: `items[3].author.name`, `counts.*`.
enum CodingPathText {
    static func text(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = arrayIndex(key) {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + name(of: key)
            }
        }
    }

    /// The key's name if it stands in the code, otherwise `*`: the key of a dictionary is data.
    ///
    /// A key is declared if its type is an enum and its case holds nothing. The keys that decoders make up are enums
    /// too, but theirs hold a string.
    static func name(of key: any CodingKey) -> String {
        let mirror = Mirror(reflecting: key)
        return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
    }

    /// The place in an array. Decoders write it as number and as `Index 3`; the key of a `[Int: T]` is only a number.
    static func arrayIndex(_ key: any CodingKey) -> Int? {
        key.intValue.flatMap { key.stringValue == "Index \($0)" ? $0 : nil }
    }
}
