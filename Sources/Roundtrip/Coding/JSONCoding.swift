public import Foundation

/// How JSON names its keys and writes its dates: the choice of a client, or of one endpoint.
///
/// ```swift
/// JSONCoding()                                    // snake_case read, keys written as declared, RFC 3339 dates
/// JSONCoding(readingKeys: .asDeclared, dates: .millisecondsSince1970)
/// ```
///
/// The keys of a `[String: T]` are data and are never changed, nor are those of a ``LossyDictionary``. Nesting is
/// limited to 512 levels, as in Foundation, which does the work.
///
/// - Important: Under ``Keys/snakeCase`` the key `avatar_url` is read as `avatarUrl`. A property called `avatarURL` is
///   not found by Foundation's decoder: an optional one would stay `nil` without a word. Declare such keys:
///
///   ```swift
///   enum CodingKeys: String, CodingKey { case avatarURL = "avatarUrl" }
///   ```
///
///   In debug builds ``JSONResponseDecoder`` looks for properties that stayed empty in this way and names them.
public struct JSONCoding: Sendable {
    /// How a key in JSON and the key declared in code correspond.
    public enum Keys: Sendable, Hashable {
        /// `first_name` in JSON is `firstName` in code. Underscores at either end stay: `_id` is `_id`.
        case snakeCase
        /// The same on both sides.
        case asDeclared
    }

    /// How JSON writes a moment.
    public enum Dates: Sendable {
        /// A string as in ``ISO8601``, with or without a fraction.
        case rfc3339
        /// A number of seconds, with a fraction where there is one.
        case secondsSince1970
        /// A number of milliseconds.
        case millisecondsSince1970
        /// A form of your own. Throw `DecodingError` or `EncodingError` for what is not allowed.
        case custom(
            read: @Sendable (any Decoder) throws -> Date,
            write: @Sendable (Date, any Encoder) throws -> Void
        )
    }

    public var readingKeys: Keys
    public var writingKeys: Keys
    public var dates: Dates

    public init(readingKeys: Keys = .snakeCase, writingKeys: Keys = .asDeclared, dates: Dates = .rfc3339) {
        self.readingKeys = readingKeys
        self.writingKeys = writingKeys
        self.dates = dates
    }
}

extension JSONCoding.Keys {
    /// The key as code declares it for a key as it stands in JSON.
    ///
    /// The same steps as Foundation's `convertFromSnakeCase`, so that the check for empty keys agrees with the decoder.
    func declared(for key: String) -> String {
        guard self == .snakeCase, let first = key.firstIndex(where: { $0 != "_" }),
            let last = key.lastIndex(where: { $0 != "_" })
        else { return key }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words.dropFirst().map { $0.capitalized }.joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }
}
