public import Foundation

/// A value that may stand in a query: text, numbers, `Bool`, `UUID`, `Date`, `URL`, `Data`, and your own enums.
///
/// ```swift
/// enum Sorting: String, QueryValue { case newest, nearest }
/// let query: RequestQuery = ["sort": Sorting.newest]
/// ```
public protocol QueryValue {
    /// The value as text, not encoded yet; `nil` for one that has no text, such as NaN, which is an error of the request.
    var queryText: String? { get }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
    public var queryText: String? { rawValue.queryText }
}

extension QueryValue where Self: LosslessStringConvertible {
    public var queryText: String? { description }
}

extension QueryValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
    public var queryText: String? { isFinite ? description : nil }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int8: QueryValue {}
extension Int16: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt8: QueryValue {}
extension UInt16: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Float: QueryValue {}
extension Double: QueryValue {}

extension Decimal: QueryValue {
    public var queryText: String? { isNaN ? nil : description }
}

extension UUID: QueryValue {
    public var queryText: String? { uuidString }
}

extension Date: QueryValue {
    /// As ``ISO8601`` writes it.
    public var queryText: String? { ISO8601.canWrite(self) ? ISO8601.string(from: self) : nil }
}

extension URL: QueryValue {
    public var queryText: String? { absoluteString }
}

extension Data: QueryValue {
    /// In base64.
    public var queryText: String? { base64EncodedString() }
}
