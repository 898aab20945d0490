/// The query of a request: names and values in order, encoded so that the server reads exactly what was given.
///
/// ```swift
/// ["q": text, "page": 2, "tag": nil]               // nil is left out, "" is sent as `tag=`
/// RequestQuery(encoding: filter)                   // any Encodable with keys
/// ["page": 2] + RequestQuery(encoding: filter)
/// ```
///
/// Building one never fails, because it stands in the middle of a request; what cannot be sent is kept as `problem` and
/// raised when the request is built, before anything is sent.
public struct RequestQuery: Sendable, Hashable {
    /// One name with its value, as they are before encoding.
    public struct Item: Sendable, Hashable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public private(set) var items: [Item]
    /// What cannot be sent, as a sentence that shows no value.
    package private(set) var problem: String?

    /// No query at all.
    public init() {
        self.init(items: [])
    }

    init(items: [Item], problem: String? = nil) {
        self.items = items
        self.problem = problem
    }

    /// The items in this order; those without a value are left out. A name may stand more than once.
    public init(_ items: [(String, String?)]) {
        self.init(items: items.compactMap { name, value in value.map { Item(name: name, value: $0) } })
    }

    /// The items of both, one after the other.
    public static func + (left: RequestQuery, right: RequestQuery) -> RequestQuery {
        RequestQuery(items: left.items + right.items, problem: left.problem ?? right.problem)
    }

    /// The part after `?`, or `nil` without items, so that no lone `?` is left.
    ///
    /// Everything outside RFC 3986's unreserved set is percent-encoded, in names as in values: a space is `%20` and `+` is
    /// `%2B`, which form decoders and URI decoders read alike.
    package var percentEncoded: String? {
        guard !items.isEmpty else { return nil }
        return items.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
            .joined(separator: "&")
    }
}

extension RequestQuery: ExpressibleByDictionaryLiteral {
    /// Keeps the order; a name may stand more than once.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        self.init()
        for case (let name, let value?) in elements {
            if let text = value.queryText {
                items.append(Item(name: name, value: text))
            } else {
                problem = problem ?? "The query value for \"\(name)\" cannot be written as text."
            }
        }
    }
}

extension RequestQuery.Item: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name without the value.
    public var description: String { "\(name)=\(Redaction.placeholder)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["item": description]) }
}

extension RequestQuery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names without the values.
    public var description: String { items.map(\.description).joined(separator: "&") }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: items, displayStyle: .collection) }
}
