import Foundation
import Roundtrip
import Testing

// RETRY-01
@Suite struct `Retry-After` {
    private static let now = Date(timeIntervalSince1970: 1_924_992_000)  // 2031-01-01T00:00:00Z

    @Test(arguments: [
        ("120", Duration.seconds(120)), ("0", .zero), ("00", .zero), ("0007", .seconds(7)), (" 7 ", .seconds(7)),
        ("\t7", .seconds(7)), ("31536000", .seconds(31_536_000)), ("31536001", RetryAfter.maximum),
        ("99999999999999999999999", RetryAfter.maximum), ("9223372036854775807", RetryAfter.maximum),
        ("9223372036854775808", RetryAfter.maximum), ("18446744073709551616", RetryAfter.maximum),
        (String(repeating: "9", count: 10_000), RetryAfter.maximum),
        (String(repeating: "0", count: 10_000) + "5", .seconds(5)),
    ])
    func `whole seconds are the wait, up to a year`(value: String, delay: Duration) {
        #expect(RetryAfter.delay(from: value, now: Self.now) == delay)
    }

    // RFC 9110, section 5.6.7
    @Test(arguments: [
        ("Wed, 01 Jan 2031 00:00:30 GMT", Duration.seconds(30)), ("Wednesday, 01-Jan-31 00:00:30 GMT", .seconds(30)),
        ("Wed Jan  1 00:00:30 2031", .seconds(30)), (" Wed, 01 Jan 2031 00:00:30 GMT ", .seconds(30)),
        ("Wed, 01 Jan 2031 00:00:00 GMT", .zero), ("Tue, 31 Dec 2030 23:59:59 GMT", .zero),
        ("Sun, 06 Nov 1994 08:49:37 GMT", .zero), ("Mon, 01 Jan 0001 00:00:00 GMT", .zero),
        ("Fri, 31 Dec 9999 23:59:59 GMT", RetryAfter.maximum),
    ])
    func `a date is the time until then, and the past is at once`(value: String, delay: Duration) {
        #expect(RetryAfter.delay(from: value, now: Self.now) == delay)
    }

    @Test(arguments: [
        "", " ", "-5", "-0", "1.5", "1.", ".5", "+5", "nan", "NaN", "inf", "infinity", "-inf", "0x10", "0b1", "1e9",
        "1_000",
        "1,000", "1 000", "5s", "s5", "٣", "５", "five", "120, 120", "\u{0}5", "5\u{0}", "5\n", "Wed, 32 Foo",
        "Wed, 31 Feb 2031 00:00:30 GMT", "Wed, 01 Jan 2031 25:00:00 GMT", "2031-01-01T00:00:30Z", "null", "true",
    ])
    func `every other form is no wait at all`(value: String) {
        #expect(RetryAfter.delay(from: value, now: Self.now) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `a clock that has gone mad gives a wait between nothing and a year`(seconds: Double) throws {
        let now = Date(timeIntervalSince1970: seconds)
        for value in ["5", "Wed, 01 Jan 2031 00:00:30 GMT", "Wednesday, 01-Jan-31 00:00:30 GMT"] {
            let delay = try #require(RetryAfter.delay(from: value, now: now))
            #expect((.zero...RetryAfter.maximum).contains(delay))
        }
    }
}
