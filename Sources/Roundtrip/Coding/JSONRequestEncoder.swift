public import Foundation

/// Writes JSON: keys as declared unless the coding says otherwise, in sorted order, dates as RFC 3339.
public struct JSONRequestEncoder: RequestEncoder {
    public let coding: JSONCoding
    private let encoder: JSONEncoder

    public init(coding: JSONCoding = JSONCoding()) {
        self.coding = coding
        encoder = coding.makeEncoder()
    }

    public var contentType: String { "application/json" }

    /// - Throws: `EncodingError` for a value that JSON cannot hold: NaN, infinity, a date outside the years 0000 to 9999.
    public func encode(_ value: some Encodable) throws -> Data {
        try encoder.encode(value)
    }
}
