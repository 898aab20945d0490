import Foundation

/// What an answer says about the end of its endpoint.
struct Deprecation: Hashable, Sendable {
    let since: Date?
    let sunset: Date?

    /// `nil` if the answer says nothing of the kind.
    ///
    /// `Deprecation` is a date of structured fields, `@` and seconds (RFC 9745, section 2.1; RFC 9651, section 3.3.7);
    /// earlier drafts allowed an HTTP date or `true`. `Sunset` is an HTTP date (RFC 8594, section 3).
    init?(_ headers: HTTPHeaders, now: Date) {
        let deprecation = headers["Deprecation"]
        let sunset = headers["Sunset"].flatMap { HTTPDate.date(from: $0, now: now) }
        guard deprecation != nil || sunset != nil else { return nil }
        since = deprecation.flatMap { Self.date($0, now: now) }
        self.sunset = sunset
    }

    private static func date(_ value: String, now: Date) -> Date? {
        let item = value.prefix { $0 != ";" }.trimmingHTTPWhitespace
        guard item.hasPrefix("@") else { return HTTPDate.date(from: value, now: now) }
        let digits = item.dropFirst()
        let isBefore1970 = digits.hasPrefix("-")
        return ASCII.number(isBefore1970 ? digits.dropFirst() : digits).map {
            Date(timeIntervalSince1970: TimeInterval(isBefore1970 ? -$0 : $0))
        }
    }
}
