public import Foundation

/// Dates as HTTP headers write them (RFC 9110, section 5.6.7), read and written without a formatter or a locale.
public enum HTTPDate {
    /// Reads any of the three forms, or returns `nil`: IMF-fixdate, RFC 850 and asctime, all in GMT.
    ///
    /// The day must exist; its name is not compared with the date. A leap second is read as the next second.
    ///
    /// - Parameter now: What a two-digit year is relative to. Of the dates that it can mean, the latest one counts that is
    ///   at most 50 years ahead, to the second: what would be further ahead lies in the past, as RFC 9110 demands.
    public static func date(from text: String, now: Date) -> Date? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        switch words.count {
        case 6 where isDayName(words[0], followedBy: ","):  // Sun, 06 Nov 1994 08:49:37 GMT
            guard words[5] == "GMT", words[3].count == 4 else { return nil }
            return date(year: ASCII.number(words[3]), month: words[2], day: words[1], time: words[4])
        case 5 where isDayName(words[0], followedBy: ""):  // Sun Nov  6 08:49:37 1994
            guard words[4].count == 4 else { return nil }
            return date(year: ASCII.number(words[4]), month: words[1], day: words[2], time: words[3])
        case 4 where words[0].hasSuffix(","):  // Sunday, 06-Nov-94 08:49:37 GMT
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard words[3] == "GMT", isLongDayName(words[0].dropLast()), parts.count == 3, parts[2].count == 2,
                let year = ASCII.number(parts[2])
            else { return nil }
            return latest(endingIn: year, now: now) {
                date(year: $0, month: parts[1], day: parts[0], time: words[2])
            }
        default:
            return nil
        }
    }

    /// The date as IMF-fixdate, the one form to be sent; fractions of a second are cut off.
    public static func string(from date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down).clamped(to: -62_135_596_800...253_402_300_799))
        let day = CivilDay(daysSince1970: seconds.floorDivided(by: 86_400))
        let time = seconds - day.daysSince1970 * 86_400
        let weekday = dayNames[(day.daysSince1970 + 3 - (day.daysSince1970 + 3).floorDivided(by: 7) * 7)]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { ASCII.digits($0, width: 2) }
        return "\(weekday), \(ASCII.digits(day.day, width: 2)) \(monthNames[day.month - 1]) "
            + "\(ASCII.digits(day.year, width: 4)) \(clock.joined(separator: ":")) GMT"
    }

    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDayNames = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    private static func isDayName(_ word: Substring, followedBy suffix: String) -> Bool {
        word.hasSuffix(suffix) && dayNames.contains { $0 == word.dropLast(suffix.count) }
    }

    private static func isLongDayName(_ word: Substring) -> Bool {
        longDayNames.contains { $0 == word }
    }

    /// The latest of the dates whose years end in these two digits, if it is not more than 50 years ahead.
    private static func latest(endingIn lastTwo: Int, now: Date, _ date: (_ year: Int) -> Date?) -> Date? {
        let seconds = now.timeIntervalSince1970.clamped(to: -62_167_219_200...253_402_300_799)
        let today = CivilDay(daysSince1970: Int((seconds / 86_400).rounded(.down)))
        let last = today.year + 50
        // 29 February has no counterpart in a year that is not a leap year; the day before stands for it.
        let lastDay = CivilDay(
            year: last, month: today.month, day: min(today.day, CivilDay.length(ofMonth: today.month, year: last)))
        let limit = lastDay.map { seconds + Double($0.daysSince1970 - today.daysSince1970) * 86_400 } ?? .infinity
        let year = last - (last - lastTwo + 100) % 100
        return [year, year - 100].lazy.compactMap(date).first { $0.timeIntervalSince1970 <= limit }
    }

    private static func date(year: Int?, month: Substring, day: Substring, time: Substring) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard let year, let month = monthNames.firstIndex(where: { $0 == month }),
            day.count <= 2, let day = ASCII.number(day),
            clock.count == 3, clock.allSatisfy({ $0.count == 2 }),
            let hour = ASCII.number(clock[0]), let minute = ASCII.number(clock[1]), let second = ASCII.number(clock[2]),
            hour < 24, minute < 60, second <= 60,
            let civil = CivilDay(year: year, month: month + 1, day: day)
        else { return nil }
        let seconds = civil.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}

extension Comparable {
    /// The value itself, or the nearer end of the range; what cannot be compared, such as NaN, becomes the lower end.
    package func clamped(to range: ClosedRange<Self>) -> Self {
        // The order of the arguments decides about NaN: `max` gives its first one where the comparison is false.
        min(max(range.lowerBound, self), range.upperBound)
    }
}
