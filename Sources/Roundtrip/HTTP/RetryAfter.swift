public import Foundation

/// A `Retry-After` header: how long the server wants to be left alone (RFC 9110, section 10.2.3).
public enum RetryAfter {
    /// The longest wait that is told apart; anything above it counts as this.
    public static let maximum = Duration.seconds(365 * 86_400)

    /// The wait that a header value asks for, 0 to one year, or `nil` if it has neither of the two allowed forms.
    ///
    /// `0` and a date in the past mean "at once", which is not the same as no header.
    public static func delay(from value: String, now: Date) -> Duration? {
        let value = String(value.trimmingHTTPWhitespace)
        if let seconds = ASCII.number(value) {
            return min(.seconds(min(seconds, 366 * 86_400)), maximum)
        }
        guard let date = HTTPDate.date(from: value, now: now) else { return nil }
        let seconds = date.timeIntervalSince(now)
        return seconds > 0 ? min(.seconds(min(seconds, 366 * 86_400)), maximum) : .zero
    }
}
