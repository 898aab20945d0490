import Roundtrip

extension HAR {
    /// The parts of an exchange, one after the other, in milliseconds; -1 for what is not known or did not take place.
    struct Timings: Sendable, Hashable, Codable {
        var blocked: Double? = -1
        var dns: Double? = -1
        /// With `ssl`, as in HAR 1.1.
        var connect: Double? = -1
        /// Never -1, like the two after it.
        var send = 0.0
        var wait = 0.0
        var receive = 0.0
        var ssl: Double? = -1
    }
}

// What other programs write: any of the parts may be missing, `null`, or negative in its own way.

extension HAR.Timings {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func part(_ key: CodingKeys) -> Double? {
            fields.number(key).flatMap { $0 < 0 ? nil : $0.clamped(to: 0...Duration.longestInHAR).roundedToMicro }
        }
        ssl = part(.ssl) ?? -1
        (blocked, dns) = (part(.blocked) ?? -1, part(.dns) ?? -1)
        connect = [part(.connect), part(.ssl)].compactMap(\.self).max() ?? -1
        (send, wait, receive) = (part(.send) ?? 0, part(.wait) ?? 0, part(.receive) ?? 0)
    }
}

extension HAR.Timings {
    /// The platform does not tell sending from waiting, so that is one part. Without a first byte it is all that no other
    /// part explains.
    init(_ attempt: AttemptEnd) {
        let metrics = attempt.metrics
        let queue = [attempt.gateWait, metrics.queue].compactMap(\.self)
        let connecting = [metrics.connect, metrics.tls].compactMap(\.self)
        let explained = [metrics.queue, metrics.dns, metrics.connect, metrics.tls, metrics.transfer].compactMap(\.self)
        let unexplained = (metrics.total ?? .zero) - explained.reduce(.zero, +)
        blocked = queue.isEmpty ? -1 : queue.reduce(.zero, +).harMilliseconds
        dns = metrics.dns?.harMilliseconds ?? -1
        connect = connecting.isEmpty ? -1 : connecting.reduce(.zero, +).harMilliseconds
        ssl = metrics.tls?.harMilliseconds ?? -1
        send = 0
        wait = (metrics.firstByte ?? unexplained).harMilliseconds
        receive = metrics.transfer?.harMilliseconds ?? 0
    }

    /// What `Entry.time` has to be; `ssl` is within `connect`.
    var total: Double {
        [blocked, dns, connect, send, wait, receive].compactMap(\.self).filter { $0 > 0 }.reduce(0, +).roundedToMicro
    }
}

extension Duration {
    /// Milliseconds to the microsecond, not negative and at most a year.
    var harMilliseconds: Double {
        (self / .milliseconds(1)).clamped(to: 0...Self.longestInHAR).roundedToMicro
    }

    /// A year, in milliseconds.
    static let longestInHAR = 31_536_000_000.0
}

extension Double {
    /// Three digits after the point.
    var roundedToMicro: Double { (self * 1000).rounded() / 1000 }
}
