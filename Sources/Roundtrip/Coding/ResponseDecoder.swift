public import Foundation

/// Turns the body of an answer into a value.
///
/// The default is ``JSONResponseDecoder``. Write your own for another format; it is used by many calls at once.
public protocol ResponseDecoder: Sendable {
    /// The value in these bytes. Empty bodies never get here (see ``EmptyBodyDecodable``).
    ///
    /// Runs on the global pool, so that a large answer does not hold up the caller's actor.
    ///
    /// - Throws: `DecodingError` for bytes of another form, `CancellationError` if the task was cancelled.
    @concurrent func decode<T: Decodable & Sendable>(_ type: T.Type, from data: Data) async throws -> T
}
