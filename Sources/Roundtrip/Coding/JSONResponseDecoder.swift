public import Foundation

/// Reads JSON with Foundation's decoder, on the global pool: snake_case keys, RFC 3339 dates, unless told otherwise.
///
/// Set up once and shared by all calls. A cancelled task decodes nothing.
public struct JSONResponseDecoder: ResponseDecoder {
    /// Whether a decoder looks for keys that stayed empty where nobody said: in debug builds.
    public static var findsEmptyKeysByDefault: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    public let coding: JSONCoding
    private let decoder: JSONDecoder
    private let findsEmptyKeys: Bool

    /// - Parameter findsEmptyKeys: Whether each answer is searched for optional properties that stayed `nil` because
    ///   their key differs in case from the converted one, such as `avatarURL` for `avatar_url`. They are reported beside
    ///   the dropped elements. The search reads the body a second time and skips bodies above 1 MiB.
    public init(coding: JSONCoding = JSONCoding(), findsEmptyKeys: Bool = Self.findsEmptyKeysByDefault) {
        self.coding = coding
        self.findsEmptyKeys = findsEmptyKeys
        decoder = coding.makeDecoder()
    }

    @concurrent public func decode<T: Decodable & Sendable>(_ type: T.Type, from data: Data) async throws -> T {
        try Task.checkCancellation()
        let value = try decoder.decode(type, from: data)
        if findsEmptyKeys, let report = DecodingReport.current {
            report.add(emptyKeys: EmptyKeys.names(in: value, body: data, keys: coding.readingKeys))
        }
        return value
    }
}
