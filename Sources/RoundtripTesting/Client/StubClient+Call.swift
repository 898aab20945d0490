public import Roundtrip

extension StubClient {
    /// One call as it came.
    public struct Call: Sendable {
        /// The endpoint itself, to be cast to its type or found with ``StubClient/calls(of:)``.
        public let endpoint: any Endpoint
        /// Those given with the call over the endpoint's own.
        public let options: CallOptions
        /// `nil` for `send` and `reply`, which read a value.
        public let delivery: Delivery?

        init(_ endpoint: some Endpoint, options: CallOptions, delivery: Delivery?) {
            self.endpoint = endpoint
            self.options = endpoint.options.overlaid(with: options)
            self.delivery = delivery
        }

        /// The endpoint's name: its path template, such as `users/{}`.
        public var name: String { endpoint.path.template }
        /// The endpoint's type, such as `GetUser` or `Request<User>`.
        public var type: String { "\(Swift.type(of: endpoint))" }
    }
}

extension StubClient.Call: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, name and type; none of the endpoint's values.
    public var description: String { "\(endpoint.method) \(name) (\(type))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}
