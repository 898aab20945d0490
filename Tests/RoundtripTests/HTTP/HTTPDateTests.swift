import BothRoads
import Foundation
import Roundtrip
import Testing

@Suite struct `HTTP dates` {
    private static let now = Date(timeIntervalSince1970: 1_924_992_000)  // 2031-01-01T00:00:00Z

    // RFC 9110, section 5.6.7
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 06 08:49:37 1994", 784_111_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Wed, 01 Jan 2031 00:00:30 GMT", 1_924_992_030), ("Wednesday, 01-Jan-31 00:00:30 GMT", 1_924_992_030),
        ("Wed Jan  1 00:00:30 2031", 1_924_992_030), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        // A leap second is the next one.
        ("Wed, 31 Dec 2031 23:59:60 GMT", 1_956_528_000),
    ])
    func `each of the three forms gives its instant`(text: String, seconds: Int) {
        #expect(HTTPDate.date(from: text, now: Self.now)?.timeIntervalSince1970 == Double(seconds))
    }

    // RFC 9110, section 5.6.7
    @Test(arguments: [
        ("Sun, 06 Nov 2030 12:00:00 GMT", "06-Nov-30 08:49:37", 2030),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "31-Dec-79 23:59:59", 2079),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "06-Nov-80 12:00:00", 2080),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "06-Nov-80 12:00:01", 1980),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "07-Nov-80 00:00:00", 1980),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "05-Nov-80 23:59:59", 2080),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "31-Dec-80 00:00:00", 1980),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "01-Jan-81 00:00:00", 1981),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "06-Nov-94 08:49:37", 1994),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "06-Nov-99 08:49:37", 1999),
        ("Sun, 06 Nov 2030 12:00:00 GMT", "06-Nov-00 08:49:37", 2000),
        // A leap day seen from a year whose fiftieth successor has none, and the other way round.
        ("Tue, 29 Feb 2028 12:00:00 GMT", "28-Feb-78 12:00:00", 2078),
        ("Tue, 29 Feb 2028 12:00:00 GMT", "01-Mar-78 00:00:00", 1978),
        ("Thu, 28 Feb 2030 12:00:00 GMT", "29-Feb-80 00:00:00", 1980),
        ("Tue, 01 Mar 2050 12:00:00 GMT", "29-Feb-00 00:00:00", 2000),
        // The turn of a century lies within the fifty years.
        ("Wed, 31 Dec 1969 23:59:59 GMT", "01-Jan-19 00:00:00", 2019),
        ("Wed, 31 Dec 1969 23:59:59 GMT", "01-Jan-20 00:00:00", 1920),
        ("Sun, 01 Jan 2090 00:00:00 GMT", "01-Jan-10 00:00:00", 2110),
    ])
    func `a two-digit year lies at most fifty years ahead, to the second`(clock: String, text: String, year: Int) throws
    {
        let now = try #require(HTTPDate.date(from: clock, now: Self.now))
        let parts = text.split { "- ".contains($0) }
        let whole = HTTPDate.date(from: "Sun, \(parts[0]) \(parts[1]) \(year) \(parts[3]) GMT", now: now)
        #expect(whole != nil)
        #expect(HTTPDate.date(from: "Sunday, \(text) GMT", now: now) == whole)
    }

    @Test(arguments: [
        "", " ", "GMT", "Sun", "Wed, 32 Foo", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 06 Nov 1994 08:49:37 GMT junk", "junk Sun, 06 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
        "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT",
        "Sun, 30 Feb 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 29 Feb 2031 08:49:37 GMT", "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, 06 Nov 1994 08:49:37.5 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT", "Sun, 06 Nov ١٩٩٤ 08:49:37 GMT", "Sun, 06 Nov 1994 0٨:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-9 08:49:37 GMT", "Sunday, 06-Nov 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37", "Funday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sunday Nov  6 08:49:37 1994",
        "1994-11-06T08:49:37Z", "784111777", "2031-01-01", "Wed,", ",,,,,,", "Wed, , , , , GMT", "- - - -",
    ])
    func `what is no HTTP date is none`(text: String) {
        #expect(HTTPDate.date(from: text, now: Self.now) == nil)
    }

    @Test func `a written date is read back as the same second in all three forms`() throws {
        let seed: UInt64 = 5_6_7
        var generator = SeededGenerator(seed: seed)
        let dayNames = [
            "Sun": "Sunday", "Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Fri": "Friday",
            "Sat": "Saturday",
        ]
        for _ in 0..<TestScale.count(ci: 5000, long: 500_000) {
            // The century up to fifty years from now, where the two-digit year is sure.
            let seconds = Int.random(in: 347_155_201...3_502_915_200, using: &generator)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let fixed = HTTPDate.string(from: date)
            let words = fixed.split(separator: " ")
            let long = try #require(dayNames[String(words[0].dropLast())])
            let rfc850 = "\(long), \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
            let asctime = "\(words[0].dropLast()) \(words[2]) \(words[1]) \(words[4]) \(words[3])"
            for text in [fixed, rfc850, asctime] {
                guard HTTPDate.date(from: text, now: Self.now) == date else {
                    Issue.record("seed \(seed): \(text) is not \(seconds)")
                    return
                }
            }
        }
    }

    @Test func `the name of the day is that of the system's calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        for day in stride(from: -140_000, to: 2_932_000, by: 4999) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let weekday = calendar.component(.weekday, from: date)
            #expect(HTTPDate.string(from: date).hasPrefix(names[weekday - 1] + ","), "\(date)")
        }
    }

    @Test(arguments: [
        (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"), (-0.1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"), (-.infinity, "Mon, 01 Jan 0001 00:00:00 GMT"),
        (.nan, "Mon, 01 Jan 0001 00:00:00 GMT"), (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `writing cuts fractions off and never traps`(seconds: Double, text: String) {
        #expect(HTTPDate.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
    func `a clock that has gone mad traps nothing`(seconds: Double) {
        let now = Date(timeIntervalSince1970: seconds)
        _ = HTTPDate.date(from: "Sunday, 06-Nov-94 08:49:37 GMT", now: now)
        #expect(HTTPDate.date(from: "Sun, 06 Nov 1994 08:49:37 GMT", now: now)?.timeIntervalSince1970 == 784_111_777)
    }

    @Test func `no bytes trap the reader`() {
        let seed: UInt64 = 9110
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "Sun", ",", " ", "06", "-", "Nov", "94", "1994", ":", "08", "GMT", "é", "99999999999999999999", "\u{0}",
        ]
        for _ in 0..<TestScale.count(ci: 20_000, long: 1_000_000) {
            let text = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            if let date = HTTPDate.date(from: text, now: Self.now) {
                #expect(
                    HTTPDate.date(from: HTTPDate.string(from: date), now: Self.now) == date, "seed \(seed): \(text)")
            }
        }
    }
}
