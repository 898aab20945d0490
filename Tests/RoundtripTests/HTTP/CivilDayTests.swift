import BothRoads
import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Civil days` {
    /// Counts from the first day of year 1 to the last of 9999, month by month, as a calendar on paper would.
    @Test func `every month of ten thousand years begins on the day that counting gives`() {
        var count = -719_162
        for year in 1...9999 {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in [1, 2, 15, length] {
                    let civil = CivilDay(year: year, month: index + 1, day: day)
                    let back = CivilDay(daysSince1970: count + day - 1)
                    guard civil?.daysSince1970 == count + day - 1, civil == back else {
                        Issue.record("\(year)-\(index + 1)-\(day) is \(String(describing: civil)), back \(back)")
                        return
                    }
                }
                count += length
            }
        }
        #expect(count == 2_932_897)
    }

    /// Foundation's calendar is Julian before October 1582, so the comparison begins after it.
    @Test func `days are those of the Gregorian calendar of the system`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let seed: UInt64 = 1582
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<TestScale.count(ci: 20_000, long: 1_000_000) {
            let count = Int.random(in: -141_000...2_932_896, using: &generator)
            let date = Date(
                timeIntervalSince1970: Double(count) * 86_400 + Double(Int.random(in: 0..<86_400, using: &generator)))
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let civil = CivilDay(daysSince1970: count)
            guard civil.year == parts.year, civil.month == parts.month, civil.day == parts.day else {
                Issue.record("seed \(seed): day \(count) is \(civil), not \(parts)")
                return
            }
        }
    }

    @Test(arguments: [
        (2031, 2, 29), (2031, 2, 30), (2032, 2, 30), (1900, 2, 29), (2100, 2, 29), (2031, 4, 31), (2031, 6, 31),
        (2031, 9, 31), (2031, 11, 31), (2031, 1, 32), (2031, 1, 0), (2031, 0, 1), (2031, 13, 1), (2031, -1, 1),
        (10_000, 1, 1), (-1, 1, 1), (Int.max, 1, 1), (2031, Int.max, 1), (2031, 1, Int.max), (2031, 1, Int.min),
    ])
    func `a day that does not exist is none`(year: Int, month: Int, day: Int) {
        #expect(CivilDay(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [(2032, 2, 29), (2000, 2, 29), (2400, 2, 29), (0, 2, 29), (0, 1, 1), (9999, 12, 31), (1, 1, 1)])
    func `a day that exists is one`(year: Int, month: Int, day: Int) {
        #expect(CivilDay(year: year, month: month, day: day)?.day == day)
    }

    @Test(arguments: [(7, 2, 3), (-7, 2, -4), (-8, 2, -4), (0, 5, 0), (-1, 86_400, -1), (86_400, 86_400, 1)])
    func `division goes down, also below zero`(number: Int, divisor: Int, quotient: Int) {
        #expect(number.floorDivided(by: divisor) == quotient)
    }
}
