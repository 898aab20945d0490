import Foundation

/// Foundation's Gregorian calendar, carried back before 1582, as a second opinion on dates.
///
/// Foundation counts by the Julian calendar before that year. The Gregorian one repeats itself every 400 years to the
/// day, so an early date is asked for 1600 years later.
enum ProlepticCalendar {
    /// From the first second of year 1 to the last of year 9999.
    static let seconds = -62_135_596_800...253_402_300_799

    private static let yearsLater = 1600
    private static let secondsLater = 4.0 * 146_097 * 86_400

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Year, month, day, hour, minute and second in GMT.
    static func parts(of date: Date) -> [Int] {
        let isEarly = date.timeIntervalSince1970 < 0
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: isEarly ? date.addingTimeInterval(secondsLater) : date
        )
        let year = parts.year.map { isEarly ? $0 - yearsLater : $0 }
        return [year, parts.month, parts.day, parts.hour, parts.minute, parts.second].compactMap(\.self)
    }

    /// The date as RFC 3339 writes it, to the second.
    static func text(of date: Date) -> String {
        let parts = zip(parts(of: date), [4, 2, 2, 2, 2, 2]).map { number, width in
            String(repeating: "0", count: width - String(number).count) + String(number)
        }
        return parts.prefix(3).joined(separator: "-") + "T" + parts.dropFirst(3).joined(separator: ":") + "Z"
    }
}
