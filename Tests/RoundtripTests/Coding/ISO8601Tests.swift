import Foundation
import Testing

@testable import Roundtrip

@Suite struct `RFC 3339 dates` {
    /// 2031-05-01T10:00:00Z.
    private static let tenOClock = 1_935_396_000.0

    // DEC-02
    @Test(arguments: [
        ("2031-05-01T10:00:00Z", 0), ("2031-05-01t10:00:00z", 0), ("2031-05-01T10:00:00z", 0),
        ("2031-05-01T10:00:00.2Z", 0.2), ("2031-05-01T10:00:00.250Z", 0.25), ("2031-05-01T10:00:00.000001Z", 0.000_001),
        ("2031-05-01T10:00:00.123456789Z", 0.123_456_789), ("2031-05-01T10:00:00.25000000000000000000000001Z", 0.25),
        ("2031-05-01T10:00:00.0Z", 0), ("2031-05-01T10:00:00.999999999999Z", 0.999_999_999),
        ("2031-05-01T12:00:00+02:00", 0), ("2031-05-01T09:30:00-00:30", 0), ("2031-05-01T10:00:00+00:00", 0),
        ("2031-05-01T10:00:00-00:00", 0), ("2031-05-02T09:59:00+23:59", 0), ("2031-04-30T10:01:00-23:59", 0),
        ("2031-05-01T12:00:00.250+02:00", 0.25), ("2031-05-01T15:45:00+05:45", 0),
    ])
    func `fractions, offsets and lower case name the right moment`(text: String, seconds: Double) throws {
        let date = try #require(ISO8601.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - Self.tenOClock - seconds) < 0.000_001)
        #expect(ISO8601.date(from: Array(text.utf8)) == date)
        #expect(ISO8601.date(from: Substring(text)) == date)
    }

    // DEC-02
    @Test(arguments: [
        ("2031-12-31T23:59:60Z", "2032-01-01T00:00:00Z"), ("2032-06-30T23:59:60Z", "2032-07-01T00:00:00Z"),
        ("2032-02-29T23:59:60Z", "2032-03-01T00:00:00Z"), ("2032-01-01T00:59:60+01:00", "2032-01-01T00:00:00Z"),
        ("2031-12-31T15:59:60-08:00", "2032-01-01T00:00:00Z"), ("2031-12-31T23:59:60.5Z", "2032-01-01T00:00:00.500Z"),
        ("9999-12-31T23:59:60Z", "9999-12-31T23:59:59.999Z"),
    ])
    func `a leap second is the instant after it`(text: String, expected: String) throws {
        #expect(ISO8601.string(from: try #require(ISO8601.date(from: text))) == expected)
    }

    // DEC-02
    @Test(arguments: [
        "2031-05-01T24:00:00Z", "2031-05-01T25:00:00Z", "2031-05-01T10:60:00Z", "2031-05-01T10:00:61Z",
        "2031-05-01T10:00:60Z", "2031-12-31T23:59:60+01:00", "2031-12-30T23:59:60Z", "2031-12-31T23:58:60Z",
        "2031-02-30T10:00:00Z", "2031-02-29T10:00:00Z", "2031-04-31T10:00:00Z", "2031-13-01T10:00:00Z",
        "2031-00-01T10:00:00Z", "2031-05-00T10:00:00Z", "2031-05-32T10:00:00Z", "2100-02-29T10:00:00Z",
        "2031-05-01T10:00:00", "2031-05-01", "2031-05-01T10:00Z", "2031-05-01T10Z", "2031-05-01T",
        "2031-05-01T10:00:00+0200", "2031-05-01T10:00:00+02", "2031-05-01T10:00:00+2:00", "2031-05-01T10:00:00+24:00",
        "2031-05-01T10:00:00+02:60", "2031-05-01T10:00:00+02:0", "2031-05-01T10:00:00+02:000",
        "2031-05-01T10:00:00Zjunk", "2031-05-01T10:00:00Z ", " 2031-05-01T10:00:00Z", "2031-05-01T10:00:00Z\n",
        "2031-05-01T10:00:00ZZ", "2031-05-01T10:00:00+02:00Z", "2031-05-01T10:00:00Z\u{0}",
        "2031-05-01T10:00:00.Z", "2031-05-01T10:00:00,5Z", "2031-05-01T10:00:00.5.5Z", "2031-05-01T10:00:00.-5Z",
        "2031-05-01 10:00:00Z", "2031-05-01_10:00:00Z", "2031-05-01T10:00:00 Z", "20310501T100000Z",
        "2031-5-1T10:00:00Z", "31-05-01T10:00:00Z", "12031-05-01T10:00:00Z", "+2031-05-01T10:00:00Z",
        "-2031-05-01T10:00:00Z", "2031-W18-4T10:00:00Z", "2031-121T10:00:00Z", "2031/05/01T10:00:00Z",
        "2031-05-01T1:00:00Z", "2031-05-01T+1:00:00Z", "2031-05-01T-1:00:00Z", "2031-05-01T10.00.00Z",
        "2574-05-01T10:00:00 BE", "2031-05-01T10:00:00 AM Z", "2031-05-01T10:00:00GMT", "2031-05-01T10:00:00−02:00",
        "２０３１-05-01T10:00:00Z", "2031-05-01T10:00:00.٢Z", "๒๐๓๑-05-01T10:00:00Z", "2031-05-0\u{301}1T10:00:00Z",
        "", "Z", "null", "1935396000", "Thu, 01 May 2031 10:00:00 GMT", "T10:00:00Z", "\u{FEFF}2031-05-01T10:00:00Z",
    ])
    func `what RFC 3339 does not allow is refused and never another day`(text: String) {
        #expect(ISO8601.date(from: text) == nil)
    }

    @Test func `every byte in every place, and every cut, is read as Foundation reads it or refused`() throws {
        let valid = Array("2031-05-01T10:00:00Z".utf8)
        for place in valid.indices {
            #expect(ISO8601.date(from: valid[..<place]) == nil)
            for byte in UInt8.min...UInt8.max {
                var changed = valid
                changed[place] = byte
                guard let date = ISO8601.date(from: changed) else { continue }
                let text = try #require(String(bytes: changed, encoding: .utf8))
                #expect(ISO8601.string(from: date) == text.uppercased(), "\(text)")
            }
        }
    }

    // DEC-02
    @Test func `each day from year 1 to 9999 that is sampled is the one that Foundation names`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("RFC 3339 seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false, timeZone: .gmt)
        for _ in 0..<5_000 {
            let date = Date(timeIntervalSince1970: Double(Int.random(in: ProlepticCalendar.seconds, using: &random)))
            let text = ProlepticCalendar.text(of: date)
            #expect(ISO8601.string(from: date) == text, "seed \(seed)")
            #expect(ISO8601.date(from: text) == date, "seed \(seed)")
            if date.timeIntervalSince1970 > -12_219_292_800 {  // Foundation's own form switches calendars in 1582.
                #expect(style.format(date) == text, "seed \(seed)")
                #expect(try style.parse(text) == date, "seed \(seed)")
            }
        }
    }

    @Test func `what is written to the millisecond is read back to the millisecond`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("RFC 3339 seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let date = Date(timeIntervalSince1970: Double.random(in: ISO8601.writableRange, using: &random))
            let text = ISO8601.string(from: date)
            let again = try #require(ISO8601.date(from: text), "\(text), seed \(seed)")
            #expect(abs(again.timeIntervalSince(date)) <= 0.000_6, "\(text), seed \(seed)")
            #expect(ISO8601.string(from: again) == text, "seed \(seed)")
        }
    }

    // DEC-02
    @Test(arguments: [
        (2000, true), (2024, true), (2400, true), (4, true), (1600, true), (9996, true), (0, true),
        (1900, false), (2100, false), (2023, false), (1, false), (100, false), (9999, false), (2200, false),
    ])
    func `29 February is a day in leap years and in no other`(year: Int, isLeap: Bool) {
        let digits = String(repeating: "0", count: 4 - String(year).count) + String(year)
        #expect((ISO8601.date(from: "\(digits)-02-29T00:00:00Z") != nil) == isLeap)
        #expect(ISO8601.date(from: "\(digits)-02-28T00:00:00Z") != nil)
        #expect(ISO8601.date(from: "\(digits)-02-30T00:00:00Z") == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
        (0.25, "1970-01-01T00:00:00.250Z"), (0.000_4, "1970-01-01T00:00:00Z"), (0.999_6, "1970-01-01T00:00:01Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a moment is written in UTC, without a fraction of zero`(seconds: Double, expected: String) {
        #expect(ISO8601.string(from: Date(timeIntervalSince1970: seconds)) == expected)
    }

    @Test(arguments: [
        .nan, -.signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e18, -1e18,
        253_402_300_800, -62_167_219_200.001, Date.distantFuture.timeIntervalSince1970 * 1000,
    ])
    func `a moment without a year of four digits is written as the nearer end, but not encoded`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        let expected = seconds > 0 ? "9999-12-31T23:59:59.999Z" : "0000-01-01T00:00:00Z"
        #expect(ISO8601.string(from: date) == expected)
        #expect(!ISO8601.canWrite(date))
        let error = #expect(throws: EncodingError.self) { try JSONRequestEncoder().encode(["at": date]) }
        #expect(error.map { String(reflecting: $0) }?.contains("at") == true)
    }

    @Test func `the dates that Foundation calls distant are written`() throws {
        for date in [Date.distantPast, .distantFuture] {
            #expect(ISO8601.canWrite(date))
            #expect(ISO8601.date(from: ISO8601.string(from: date)) == date)
        }
    }

    // DEC-02
    @Test func `a bad date in an answer names its place`() async throws {
        struct Event: Decodable, Sendable { let startsAt: Date }
        struct Page: Decodable, Sendable { let events: [Event] }
        let json = #"{"events":[{"starts_at":"2031-05-01T10:00:00Z"},{"starts_at":"2031-02-30T10:00:00Z"}]}"#
        let request = HTTPRequest(url: try #require(URL(string: "https://h.example")))
        let response = HTTPResponse(status: 200, body: .data(Data(json.utf8)), request: request)
        let failure = await #expect(throws: DecodingFailure.self) {
            try await response.decoded(as: Page.self, with: JSONResponseDecoder())
        }
        #expect(failure?.codingPath == "events[1].startsAt")
        #expect(failure?.reason == .invalidValue)
    }

    @Test(arguments: [(JSONCoding.Dates.secondsSince1970, "1.5"), (.millisecondsSince1970, "1500")])
    func `numbers of seconds and milliseconds are a choice`(dates: JSONCoding.Dates, json: String) throws {
        let coding = JSONCoding(dates: dates)
        let date = Date(timeIntervalSince1970: 1.5)
        #expect(try coding.makeDecoder().decode(Date.self, from: Data(json.utf8)) == date)
        #expect(try coding.makeEncoder().encode(date) == Data(json.utf8))
    }
}
