/// The place of a request in a distributed trace, as W3C Trace Context carries it in `traceparent` and `tracestate`.
///
/// Every attempt is a span of its own. To make calls part of your app's trace, set the current context around them; while
/// an attempt runs, it is the current context of the code that carries it:
///
/// ```swift
/// let user = try await TraceContext.$current.withValue(span) { try await client.send(GetUser(id: "42")) }
/// ```
public struct TraceContext: Sendable, Hashable {
    /// The context that calls made now belong to; `nil`: each call begins a trace.
    @TaskLocal public static var current: TraceContext?

    /// 32 lower-case hexadecimal digits, not all zero.
    public let traceID: String
    /// 16 lower-case hexadecimal digits, not all zero. The specification calls it `parent-id`.
    public let spanID: String
    /// Whether whoever sends the request may have recorded it, and the receiver should.
    public let isSampled: Bool
    /// What tracing systems have added, to be passed on as it is; `nil` for nothing.
    public let tracestate: String?

    private init(traceID: String, spanID: String, isSampled: Bool, tracestate: String?) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.tracestate = tracestate
    }

    /// Begins a trace of its own.
    public init(random: any RandomSource = SystemRandomSource(), isSampled: Bool = true) {
        self.init(
            traceID: Self.id(bytes: 16, random), spanID: Self.id(bytes: 8, random), isSampled: isSampled,
            tracestate: nil)
    }

    /// A new span in the same trace.
    public func child(random: any RandomSource = SystemRandomSource()) -> TraceContext {
        TraceContext(
            traceID: traceID, spanID: Self.id(bytes: 8, random), isSampled: isSampled, tracestate: tracestate)
    }

    /// The value of the `traceparent` header, version 00 (section 3.2).
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
}

// MARK: Reading

extension TraceContext {
    /// Reads headers of another process strictly; `nil` if `traceparent` breaks a rule (section 3.2.2).
    ///
    /// Of a version above 00 only the known part is read, and what follows it must be set off by a `-` (section 4). A
    /// `tracestate` that breaks a rule is left out as a whole (section 3.3.1).
    public init?(traceparent: String, tracestate: String? = nil) {
        let bytes = Array(traceparent.utf8)
        guard bytes.count >= 55, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        let (version, trace, span, flags) = (bytes[0..<2], bytes[3..<35], bytes[36..<52], bytes[53..<55])
        guard [version, trace, span, flags].allSatisfy({ $0.allSatisfy(Self.isLowercaseHexDigit) }) else { return nil }
        let isVersion0 = version.elementsEqual("00".utf8)
        guard !version.elementsEqual("ff".utf8),
            bytes.count == 55 || (!isVersion0 && bytes[55] == UInt8(ascii: "-")),
            !trace.allSatisfy({ $0 == UInt8(ascii: "0") }), !span.allSatisfy({ $0 == UInt8(ascii: "0") }),
            let bits = UInt8(String(decoding: flags, as: UTF8.self), radix: 16)
        else { return nil }
        self.init(
            traceID: String(decoding: trace, as: UTF8.self), spanID: String(decoding: span, as: UTF8.self),
            isSampled: bits & 1 == 1, tracestate: tracestate.flatMap(Self.checked))
    }

    private static func isLowercaseHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// The list without empty members, or `nil` if there is nothing in it or a member that is not allowed.
    private static func checked(_ state: String) -> String? {
        let members = state.split(separator: ",", omittingEmptySubsequences: true)
            .map(\.trimmingHTTPWhitespace).filter { !$0.isEmpty }
        guard !members.isEmpty, members.count <= 32 else { return nil }
        var keys: Set<Substring> = []
        for member in members {
            let pair = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, isKey(pair[0]), isValue(pair[1]), keys.insert(pair[0]).inserted else { return nil }
        }
        return members.joined(separator: ",")
    }

    /// `tenant@system` or a simple key (section 3.3.2.2.1), by the wider rule of level 2.
    private static func isKey(_ key: Substring) -> Bool {
        guard let first = key.utf8.first, key.utf8.count <= 256 else { return false }
        let isFirst = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) || isDigit(first)
        return isFirst
            && key.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || isDigit($0) || "_-*/@".utf8.contains($0)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Printable ASCII without comma and equals sign (section 3.3.2.2.2). White space at the end is gone already.
    private static func isValue(_ value: Substring) -> Bool {
        (1...256).contains(value.utf8.count)
            && value.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=")
            }
    }
}

// MARK: Making

extension TraceContext {
    /// Two digits for each byte; never all zero, which would be no id.
    private static func id(bytes count: Int, _ random: any RandomSource) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var id: [UInt8] = []
        id.reserveCapacity(2 * count)
        for _ in 0..<count {
            // What is no number between 0 and 1 must not stop the app.
            let byte = Int(exactly: (random.fraction() * 255.99).rounded(.down)) ?? 0
            id += [digits[byte >> 4 & 15], digits[byte & 15]]
        }
        if id.allSatisfy({ $0 == UInt8(ascii: "0") }) { id[id.count - 1] = UInt8(ascii: "1") }
        return String(decoding: id, as: UTF8.self)
    }
}
