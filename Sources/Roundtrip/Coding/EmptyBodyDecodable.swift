/// A reply type that has a value for an answer without a body.
///
/// `Optional` has one, `nil`, and so has ``EmptyResponse``. Every other type makes an answer without a body a
/// ``DecodingFailure`` with the reason `emptyBody`. Conform your own type where no body has a meaning:
///
/// ```swift
/// extension Settings: EmptyBodyDecodable { static var emptyBodyValue: Settings { .standard } }
/// ```
public protocol EmptyBodyDecodable {
    static var emptyBodyValue: Self { get }
}

extension Optional: EmptyBodyDecodable {
    public static var emptyBodyValue: Wrapped? { nil }
}
