public import Foundation

/// The path of an endpoint, written as a string literal: what is literal is the route, what is interpolated is data.
///
/// ```swift
/// var path: EndpointPath { "users/\(id)/orders" }
/// ```
///
/// An interpolated value becomes part of exactly one segment, whatever characters it has: an id of `a/b` is sent as
/// `a%2Fb` and can never call another endpoint. A segment that comes out empty, `.` or `..` is refused before anything is
/// sent, since servers and proxies remove it (RFC 3986, section 5.2.4). The literal parts may hold percent-encoded
/// octets, which stay as they are.
///
/// With `{}` in place of each value, the path is also the endpoint's name in logs and metrics, so neither ids nor personal
/// data get there. There is no initializer from a `String`: a path in a variable would have no such name.
public struct EndpointPath: Sendable, Hashable {
    enum Piece: Hashable {
        case literal(String)
        case value(String)
    }

    enum Target: Hashable {
        case relative([Piece])
        case absolute(URL, name: String)
    }

    let target: Target

    /// A whole URL, such as the link to a next page, under a name of its own for logs and metrics.
    ///
    /// The environment's base URL, version and headers are not added to it, and its origin decides whether it gets a token.
    public static func absolute(_ url: URL, name: String) -> EndpointPath {
        EndpointPath(target: .absolute(url, name: name))
    }

    /// The name of the endpoint: the path with `{}` for every value, without a leading slash.
    public var template: String {
        switch target {
        case .absolute(_, let name):
            return name
        case .relative(let pieces):
            let whole = pieces.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined()
            return whole.hasPrefix("/") ? String(whole.dropFirst()) : whole
        }
    }
}

extension EndpointPath: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {
        target = .relative([.literal(value)])
    }

    public init(stringInterpolation: StringInterpolation) {
        target = .relative(stringInterpolation.pieces)
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
        }

        public mutating func appendInterpolation(_ value: some StringProtocol) {
            pieces.append(.value(String(value)))
        }

        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            pieces.append(.value(String(value)))
        }

        public mutating func appendInterpolation(_ value: UUID) {
            pieces.append(.value(value.uuidString))
        }

        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: StringProtocol {
            appendInterpolation(value.rawValue)
        }

        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: BinaryInteger {
            appendInterpolation(value.rawValue)
        }

        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue == UUID {
            appendInterpolation(value.rawValue)
        }
    }
}

extension EndpointPath: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { template }
    public var debugDescription: String { template }
    public var customMirror: Mirror { Mirror(self, children: ["template": template]) }
}
