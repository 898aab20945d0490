/// A setting that a call can carry to the step that reads it.
///
/// Each step of the pipeline declares its own keys beside itself, and so can an app:
///
/// ```swift
/// enum FeatureKey: CallOptionKey { static let defaultValue = "" }
/// extension CallOptions {
///     var feature: String { get { self[FeatureKey.self] } set { self[FeatureKey.self] = newValue } }
/// }
/// ```
public protocol CallOptionKey<Value> {
    associatedtype Value: Sendable
    static var defaultValue: Value { get }
}

/// Settings of one call, by key, as in SwiftUI's environment.
///
/// Three layers are laid over each other, the later winning key by key: the client's, the endpoint's, and those given
/// with the call.
public struct CallOptions: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// Options made by setting some: `CallOptions { $0.attemptTimeout = .seconds(5) }`.
    public init(_ configure: (inout CallOptions) -> Void) {
        configure(&self)
    }

    public subscript<Key: CallOptionKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// These options, with those that `other` sets instead.
    public func overlaid(with other: CallOptions) -> CallOptions {
        var result = self
        result.values.merge(other.values) { $1 }
        return result
    }
}

extension CallOptions {
    private enum TransportKey: CallOptionKey { static let defaultValue = TransportOptions() }
    private enum IdempotencyKey: CallOptionKey { static let defaultValue: Idempotency? = nil }
    private enum BodyLimitKey: CallOptionKey { static let defaultValue = 64 << 20 }
    private enum VersionKey: CallOptionKey { static let defaultValue = EndpointVersion.environment }

    /// What only the system's session can do for this call.
    public var transport: TransportOptions {
        get { self[TransportKey.self] }
        set { self[TransportKey.self] = newValue }
    }

    /// The longest silence during an attempt, 20 seconds by default: every byte sent or received starts it again.
    ///
    /// `nil` waits for ever. Zero and below are refused when the request is built.
    public var attemptTimeout: Duration? {
        get { transport.idleTimeout }
        set { transport.idleTimeout = newValue }
    }

    /// Instead of the endpoint's own `idempotency`, where it is set.
    public var idempotency: Idempotency? {
        get { self[IdempotencyKey.self] }
        set { self[IdempotencyKey.self] = newValue }
    }

    /// The most bytes that a buffered body may have: 64 MiB by default.
    public var bodyLimit: Int {
        get { self[BodyLimitKey.self] }
        set { self[BodyLimitKey.self] = newValue }
    }

    /// Which version of the API the endpoint belongs to.
    public var version: EndpointVersion {
        get { self[VersionKey.self] }
        set { self[VersionKey.self] = newValue }
    }
}

/// The part of the URL between the base and the endpoint's path.
public enum EndpointVersion: Sendable, Hashable {
    /// The environment's own.
    case environment
    /// Another one, such as `v3`.
    case fixed(String)
    /// None: the path follows the base URL.
    case none
}
