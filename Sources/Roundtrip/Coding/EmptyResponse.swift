/// The reply of a call whose answer says nothing but that it worked. Any body is fine and none is read.
///
/// A web page in place of the answer is still an error: it comes from a captive portal, and nothing was done.
public struct EmptyResponse: Decodable, Hashable, Sendable, EmptyBodyDecodable {
    public init() {}

    public init(from decoder: any Decoder) throws {}

    public static var emptyBodyValue: EmptyResponse { EmptyResponse() }
}
