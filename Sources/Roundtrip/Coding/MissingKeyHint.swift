import Foundation

/// What may help where a needed key was not found: often it is there, in another case.
enum MissingKeyHint {
    /// A sentence if the body has the key in another spelling, such as `avatar_url` for `avatarURL`.
    ///
    /// It is made of the declared key alone, so it shows nothing of the body.
    static func sentence(for error: any Error, body: Data) -> String? {
        guard case DecodingError.keyNotFound(let key, let context) = error, CodingPathText.name(of: key) != "*",
            body.count <= EmptyKeys.largestBody,
            let json = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed),
            let object = object(in: json, at: context.codingPath),
            let other = object.keys.first(where: { folded($0) == folded(key.stringValue) })
        else { return nil }
        return "The body has this key in another spelling, read from snake_case as "
            + "\"\(JSONCoding.Keys.snakeCase.declared(for: other))\". Declare it so in CodingKeys."
    }

    private static func object(in json: Any, at path: [any CodingKey]) -> [String: Any]? {
        let place = path.reduce(json as Any?) { place, key in
            if let index = CodingPathText.arrayIndex(key), let list = place as? [Any] {
                return list.indices.contains(index) ? list[index] : nil
            }
            guard let object = place as? [String: Any] else { return nil }
            return object[key.stringValue]
                ?? object.first { JSONCoding.Keys.snakeCase.declared(for: $0.key) == key.stringValue }?.value
        }
        return place as? [String: Any]
    }

    private static func folded(_ key: String) -> String {
        key.filter { $0 != "_" }.lowercased()
    }
}
