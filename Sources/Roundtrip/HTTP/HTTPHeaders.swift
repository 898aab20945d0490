/// Header fields in the order they were added; names are compared without case, and a name may stand more than once.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers["accept"]                      // "application/json"
/// headers.add("Warning", "199 - stale")  // keeps what is there
/// headers["Accept"] = nil                // removes every field of that name
/// ```
///
/// Descriptions show every name, and values only of headers that carry no secret.
public struct HTTPHeaders: Sendable {
    /// One line of a header section.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        public static func == (left: Field, right: Field) -> Bool {
            left.value == right.value && left.name.equalsIgnoringASCIICase(right.name)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }
    }

    private var fields: [Field] = []

    public init() {}

    public init(_ fields: some Sequence<Field>) {
        self.fields = Array(fields)
    }

    /// The value of a field, or `nil`. Several fields of one name read as one list, joined by ", " (RFC 9110,
    /// section 5.3).
    ///
    /// Setting a value replaces every field of that name, in the place of the first; setting `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            let found = values(for: name)
            return found.isEmpty ? nil : found.joined(separator: ", ")
        }
        set {
            let place = fields.firstIndex { $0.name.equalsIgnoringASCIICase(name) }
            fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
            guard let newValue else { return }
            fields.insert(Field(name: name, value: newValue), at: place ?? fields.endIndex)
        }
    }

    /// The values of all fields with this name, in order. `Set-Cookie` is the header that needs it.
    public func values(for name: String) -> [String] {
        fields.lazy.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    }

    public func contains(_ name: String) -> Bool {
        fields.contains { $0.name.equalsIgnoringASCIICase(name) }
    }

    /// Adds a field and keeps those of the same name.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Sets the value only where the name is not there yet.
    public mutating func setDefault(_ name: String, _ value: String) {
        if !contains(name) { add(name, value) }
    }

    /// Removes every header that proves who the sender is.
    mutating func removeCredentials(_ names: Set<String>) {
        fields.removeAll { names.contains($0.name.lowercased()) }
    }

    /// These headers with those of `other` instead wherever both have the name.
    public func overlaid(with other: HTTPHeaders) -> HTTPHeaders {
        let names = Set(other.map { $0.name.lowercased() })
        var result = HTTPHeaders(filter { !names.contains($0.name.lowercased()) })
        result.fields += other.fields
        return result
    }
}

extension HTTPHeaders: RandomAccessCollection {
    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: Hashable {}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0.0, value: $0.1) })
    }
}

extension HTTPHeaders {
    /// A sentence about the first field that may not be sent, naming the field but never its value; `nil` if all may.
    ///
    /// A name must be a token (RFC 9110, section 5.1). A value must be visible ASCII with spaces and tabs inside
    /// (section 5.5): URLSession drops a value with a line break without a word, so the request would go out without
    /// its `Authorization`, and what it makes of other bytes differs between systems.
    package var problem: String? {
        for field in fields {
            guard ASCII.isToken(field.name) else {
                return "A header name is empty or has a character that is not allowed in names."
            }
            let bytes = field.value.utf8
            guard bytes.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) }) else {
                return "The value of the header \(field.name) has a line break, a control character or a character "
                    + "outside ASCII. Encode it before you set it."
            }
            guard bytes.count == field.value.trimmingHTTPWhitespace.utf8.count else {
                return "The value of the header \(field.name) begins or ends with white space. "
                    + "Trim it before you set it."
            }
        }
        return nil
    }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(name): \(Redaction.printable(header: name, value: value))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "[" + map(\.description).joined(separator: ", ") + "]" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields, displayStyle: .collection) }
}
