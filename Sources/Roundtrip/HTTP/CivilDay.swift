/// A day of the proleptic Gregorian calendar, converted to and from a count of days by arithmetic alone.
///
/// No calendar, locale or time zone takes part, so that a device set to the Buddhist calendar reads the same dates.
struct CivilDay: Equatable {
    let year: Int
    let month: Int
    let day: Int
    let daysSince1970: Int

    /// `nil` for a day that does not exist, such as 30 February, and for years outside 0...9999.
    init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        // Years run from March, so that a leap day is the last day of its year; 719,468 days lie between
        // 1 March of year 0 and 1 January 1970.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        daysSince1970 =
            shifted * 365 + shifted.floorDivided(by: 4) - shifted.floorDivided(by: 100)
            + shifted.floorDivided(by: 400) + dayOfYear - 719_468
    }

    init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
        let days = daysSince1970 + 719_468
        let era = days.floorDivided(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension Int {
    /// The quotient rounded down, for negative numbers too; `divisor` is positive.
    func floorDivided(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
