public import Foundation

/// What an endpoint sends, before it is encoded.
///
/// A model is encoded when the call is made, off the main actor, with the client's `RequestEncoder`.
public struct RequestBody: Sendable {
    let make: @Sendable (any RequestEncoder) throws -> (body: HTTPBody, contentType: String?)

    /// No content.
    public static let none = RequestBody { _ in (.none, nil) }

    /// A model, encoded by the client's encoder: as JSON unless the app has set another.
    public static func encoded(_ value: some Encodable & Sendable) -> RequestBody {
        RequestBody { encoder in (.data(try encoder.encode(value)), encoder.contentType) }
    }

    /// Bytes as they are.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> RequestBody {
        RequestBody { _ in (.data(data), contentType) }
    }

    /// A file, read while it is sent and never held in memory as a whole.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> RequestBody {
        RequestBody { _ in (.file(url), contentType) }
    }

    /// A body in any of the forms that the wire knows, such as a stream.
    public static func body(_ body: HTTPBody, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody { _ in (body, contentType) }
    }
}
