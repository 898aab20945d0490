// The part of Apple's os that RoundtripLive uses, signatures only: see scripts/check-apple.

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        privacy: OSLogPrivacy = .private
    ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}

public struct OSLogType: Sendable, Equatable {
    public static let `default` = OSLogType()
    public static let debug = OSLogType()
    public static let info = OSLogType()
    public static let error = OSLogType()
    public static let fault = OSLogType()
}

public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func log(level: OSLogType, _ message: OSLogMessage) {}
}

public typealias SignpostMetadata = OSLogMessage

public struct OSSignpostID: Sendable {
    public let rawValue: UInt64
    public init(_ value: UInt64) { rawValue = value }
}

// Not known to be Sendable on every system, so it is not here.
public class OSSignpostIntervalState {
    public class func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState() }
}

public struct OSSignposter: Sendable {
    public init(subsystem: String, category: String) {}
    public var isEnabled: Bool { true }
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(0) }
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = OSSignpostID(0),
        _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { OSSignpostIntervalState() }
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata) {}
}
