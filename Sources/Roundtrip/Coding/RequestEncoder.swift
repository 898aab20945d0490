public import Foundation

/// Turns a value into the body of a request.
///
/// The default is ``JSONRequestEncoder``. Write your own for another format; it is used by many calls at once.
public protocol RequestEncoder: Sendable {
    /// What the body is sent as, such as `application/json`.
    var contentType: String { get }

    /// The body for this value. The same value must give the same bytes: a repeated request sends them again.
    func encode(_ value: some Encodable) throws -> Data
}
