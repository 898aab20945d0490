package import Foundation

/// Finds optional properties that stayed `nil` although the body has their key in another case.
///
/// Foundation's decoder reads `avatar_url` as `avatarUrl` and so never fills a property called `avatarURL`. That is only
/// seen by laying the decoded value beside the body, which is what this does, in debug builds.
package enum EmptyKeys {
    /// Bodies above this size are not searched: it takes longer than decoding them did.
    static let largestBody = 1 << 20
    /// Elements of one list have one type, so the first ones tell.
    static let elementsPerList = 50
    static let deepestLevel = 100

    /// The paths of those properties, such as `users[].avatarURL`, each once.
    ///
    /// Properties are matched to keys by their names. One that `CodingKeys` renames is not searched.
    package static func names(in value: Any, body: Data, keys: JSONCoding.Keys) -> [String] {
        guard body.count <= largestBody,
            let json = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
        else { return [] }
        var search = Search(keys: keys)
        search.compare(value, with: json, path: "", level: 0)
        return search.found
    }

    private struct Search {
        let keys: JSONCoding.Keys
        var found: [String] = []

        mutating func compare(_ value: Any, with json: Any, path: String, level: Int) {
            let mirror = Mirror(reflecting: value)
            guard level < deepestLevel else { return }
            switch (mirror.displayStyle, json) {
            case (.optional, _):
                guard let wrapped = mirror.children.first else { return }
                compare(wrapped.value, with: json, path: path, level: level + 1)
            case (.collection, let list as [Any]):
                compare(mirror.children, with: rest(of: list, without: value), path: path + "[]", level: level)
            case (.dictionary, let object as [String: Any]):
                compareValues(mirror.children, with: object, path: path.isEmpty ? "*" : path + ".*", level: level)
            case (.struct, let object as [String: Any]), (.class, let object as [String: Any]):
                compareProperties(of: mirror, with: object, path: path, level: level)
            default:
                return
            }
        }

        private mutating func compare(_ elements: Mirror.Children, with list: [Any], path: String, level: Int) {
            guard elements.count == list.count else { return }
            for (element, json) in zip(elements, list).prefix(elementsPerList) {
                compare(element.value, with: json, path: path, level: level + 1)
            }
        }

        private mutating func compareValues(
            _ entries: Mirror.Children,
            with object: [String: Any],
            path: String,
            level: Int
        ) {
            for entry in entries.prefix(elementsPerList) {
                let pair = Mirror(reflecting: entry.value).children.map(\.value)
                guard pair.count == 2, let key = pair[0] as? String, let json = object[key] else { continue }
                compare(pair[1], with: json, path: path, level: level + 1)
            }
        }

        private mutating func compareProperties(
            of mirror: Mirror,
            with object: [String: Any],
            path: String,
            level: Int
        ) {
            let declared = Dictionary(object.map { (keys.declared(for: $0), $1) }) { first, _ in first }
            var next: Mirror? = mirror
            while let current = next {
                for case (let name?, let value) in current.children {
                    let place = path.isEmpty ? name : "\(path).\(name)"
                    if let json = declared[name] {
                        compare(value, with: json, path: place, level: level + 1)
                    } else if isNil(value), hasOtherCase(of: name, in: declared), !found.contains(place) {
                        found.append(place)
                    }
                }
                next = current.superclassMirror
            }
        }

        private func rest(of list: [Any], without value: Any) -> [Any] {
            guard let skipped = (value as? any SkippingList)?.droppedPositions, !skipped.isEmpty else { return list }
            let positions = Set(skipped)
            return list.enumerated().filter { !positions.contains($0.offset) }.map(\.element)
        }

        private func isNil(_ value: Any) -> Bool {
            let mirror = Mirror(reflecting: value)
            return mirror.displayStyle == .optional && mirror.children.isEmpty
        }

        private func hasOtherCase(of name: String, in declared: [String: Any]) -> Bool {
            declared.contains { $0.key.lowercased() == name.lowercased() && !($0.value is NSNull) }
        }
    }
}

/// A list that may be shorter than the one it was read from.
private protocol SkippingList {
    var droppedPositions: [Int] { get }
}

extension LossyArray: SkippingList {}
