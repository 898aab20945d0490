public import Foundation

/// Dates as RFC 3339 writes them, the profile of ISO 8601 for the internet: `2031-05-01T10:00:00.250+02:00`.
///
/// Read and written by arithmetic on bytes, without a formatter, so no locale, calendar or time zone of the device takes
/// part. Reading is strict: a text that RFC 3339 does not allow gives `nil`, never another day.
public enum ISO8601 {
    /// The moments that four digits of a year can tell: the years 0000 to 9999 in UTC, to the millisecond.
    package static let writableRange: ClosedRange<Double> = -62_167_219_200.0...253_402_300_799.999

    /// The moment that the bytes name, or `nil` if they are not one whole RFC 3339 date and time (section 5.6).
    ///
    /// - `t` and `z` may stand in lower case. Only `T` separates date and time: section 5.6 leaves a space to
    ///   applications that agree on it, and a server that sends one has not agreed with anybody.
    /// - The offset is `Z`, `+02:00` or `-00:30`. `+0200`, the basic form of ISO 8601, is refused, and so is no offset.
    /// - A fraction has one digit or more. Nine of them count, further ones are skipped.
    /// - A leap second is the instant after it: `23:59:60Z` is `00:00:00Z` of the next day. It is read only where
    ///   section 5.7 allows one, at the end of a month in UTC.
    /// - 24:00, 30 February, the 60th minute, trailing bytes and digits outside ASCII give `nil`.
    public static func date(from utf8: some Collection<UInt8>) -> Date? {
        var reader = ISO8601Reader(utf8.makeIterator())
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T", or: "t"),
            let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2),
            let nanoseconds = reader.fraction(), let offset = reader.offsetInMinutes(), reader.isAtEnd,
            hour < 24, minute < 60, second <= 60,
            let civil = CivilDay(year: year, month: month, day: day)
        else { return nil }
        let minutes = civil.daysSince1970 * 1440 + hour * 60 + minute - offset
        guard second < 60 || endsMonth(minutes) else { return nil }
        return Date(timeIntervalSince1970: Double(minutes * 60 + second) + Double(nanoseconds) / 1_000_000_000)
    }

    /// The moment that the text names, or `nil`; the same rules as for bytes.
    public static func date(from text: some StringProtocol) -> Date? {
        date(from: text.utf8)
    }

    /// The moment in UTC, such as `2031-05-01T08:00:00.250Z`, rounded to the millisecond; a zero fraction is left out.
    ///
    /// Moments outside the years 0000 to 9999 become the nearer end, and NaN the first, because the form has no room
    /// for them. Encoders ask first and report an error instead.
    public static func string(from date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970.clamped(to: writableRange) * 1000).rounded())
        let seconds = milliseconds.floorDivided(by: 1000)
        let day = CivilDay(daysSince1970: seconds.floorDivided(by: 86_400))
        let time = seconds - day.daysSince1970 * 86_400
        let date = "\(ASCII.digits(day.year, width: 4))-\(two(day.month))-\(two(day.day))"
        let clock = "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
        let rest = milliseconds - seconds * 1000
        return date + "T" + clock + (rest == 0 ? "Z" : "." + ASCII.digits(rest, width: 3) + "Z")
    }

    /// Whether `string(from:)` names this very moment (to the millisecond).
    package static func canWrite(_ date: Date) -> Bool {
        writableRange.contains(date.timeIntervalSince1970)
    }

    /// Whether the minute is the last one of a month, counted in UTC from 1970.
    private static func endsMonth(_ minutes: Int) -> Bool {
        let next = minutes + 1
        let day = next.floorDivided(by: 1440)
        return next == day * 1440 && CivilDay(daysSince1970: day).day == 1
    }

    private static func two(_ number: Int) -> String {
        ASCII.digits(number, width: 2)
    }
}
