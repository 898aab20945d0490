import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Freshness of stored answers` {
    private static let start = Date(timeIntervalSince1970: 1_924_992_000)

    private func date(_ seconds: Int) -> String {
        HTTPDate.string(from: Self.start.addingTimeInterval(TimeInterval(seconds)))
    }

    /// An answer that took `delay` seconds, looked at after `wait` seconds.
    private func freshness(
        _ headers: HTTPHeaders,
        status: Int = 200,
        delay: Int = 0,
        wait: Int = 0,
        fraction: Double = 0
    ) throws -> Freshness {
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))
        let response = StoredResponse(
            status: status, headers: headers, body: Data(),
            selection: try #require(CacheSelection(of: request, answeredWith: headers)),
            requestDate: Self.start.addingTimeInterval(TimeInterval(-delay)), responseDate: Self.start)
        return Freshness(
            of: response, now: Self.start.addingTimeInterval(TimeInterval(wait)), heuristicFraction: fraction)
    }

    // RFC 9111, section 4.2.1
    @Test func `the lifetime is max-age, then Expires without Date, then nothing`() throws {
        #expect(try freshness(["Cache-Control": "max-age=60", "Expires": date(10)]).lifetime == 60)
        #expect(try freshness(["Cache-Control": "max-age=0", "Expires": date(10)]).lifetime == 0)
        #expect(try freshness(["Cache-Control": "s-maxage=60"]).lifetime == 0)
        #expect(try freshness(["Expires": date(100), "Date": date(40)]).lifetime == 60)
        #expect(try freshness(["Expires": date(100)]).lifetime == 100)
        #expect(try freshness(["Expires": date(100), "Date": "foo"]).lifetime == 100)
        #expect(try freshness(["Expires": date(-100), "Date": date(0)]).lifetime == 0)
        #expect(try freshness([:]).lifetime == 0)
    }

    // RFC 9111, section 5.3
    @Test(arguments: ["0", "", "-1", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 32 Aug 2050 02:01:18 GMT", "tomorrow"])
    func `an Expires that is no date has passed`(value: String) throws {
        #expect(try freshness(["Expires": value]).lifetime == 0)
    }

    // RFC 9111, section 4.2
    @Test(arguments: [
        ("wed, 01 jan 2031 00:01:00 gmt", 60.0), ("WED, 01 JAN 2031 00:01:00 GMT", 60),
        ("wednesday, 01-jan-31 00:01:00 gmt", 60), ("wed jan  1 00:01:00 2031", 60),
        ("Wed, 01 Jan 2031 00:01:00 EST", 0), ("wed, 01 jan 2031 00:01:00 est", 0), ("wed, 01 jan 2031 00:01:00", 0),
        ("gmt", 0), (" gmt", 0),
    ])
    func `a date is read whatever its case, and only in GMT`(value: String, lifetime: TimeInterval) throws {
        #expect(try freshness(["Expires": value]).lifetime == lifetime)
    }

    @Test func `two dates of expiry that differ are none`() throws {
        var headers: HTTPHeaders = ["Expires": date(100)]
        headers.add("Expires", date(100))
        #expect(try freshness(headers).lifetime == 100)
        headers.add("Expires", date(200))
        #expect(try freshness(headers).lifetime == 0)
    }

    // RFC 9111, section 4.2.3
    @Test func `the age is the larger of what the dates and what the Age header say, and the time since`() throws {
        #expect(try freshness([:], wait: 7).age == 7)
        #expect(try freshness(["Date": date(-20)], wait: 7).age == 27)
        #expect(try freshness(["Date": date(20)], wait: 7).age == 7)
        #expect(try freshness(["Date": date(-20), "Age": "30"], delay: 3, wait: 7).age == 40)
        #expect(try freshness(["Date": date(-50), "Age": "30"], delay: 3, wait: 7).age == 57)
        #expect(try freshness([:], delay: 3, wait: 7).age == 10)
    }

    // RFC 9111, section 5.1
    @Test(arguments: [
        ("abc", 0.0), ("-5", 0), ("5.0", 0), ("5, 0", 5), ("0, 5", 0), ("99999999999999999999", 2_147_483_648),
    ])
    func `an Age that cannot be read is none, and of several the first counts`(value: String, age: TimeInterval) throws
    {
        #expect(try freshness(["Age": value]).age == age)
    }

    @Test func `an answer is stale the moment its lifetime is over`() throws {
        #expect(try freshness(["Cache-Control": "max-age=10"], wait: 9).isFresh)
        #expect(try !freshness(["Cache-Control": "max-age=10"], wait: 10).isFresh)
    }

    @Test func `a clock that was set back makes what is stored old, unless by less than a minute`() throws {
        #expect(try freshness(["Cache-Control": "max-age=10"], wait: -30).age == 0)
        #expect(try !freshness(["Cache-Control": "max-age=31536000"], wait: -3600).isFresh)
    }

    // RFC 9111, section 4.2.2; RFC 9110, section 15.1
    @Test(arguments: [200, 201, 203, 204, 300, 301, 302, 307, 308, 403, 404, 405, 410, 414, 500, 501, 503, 599])
    func `a lifetime is guessed for the statuses that allow it, when that was asked for`(status: Int) throws {
        let headers: HTTPHeaders = ["Last-Modified": date(-1000), "Date": date(0)]
        let isAllowed = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
        #expect(try freshness(headers, status: status, fraction: 0.1).lifetime == (isAllowed ? 100 : 0))
        #expect(try freshness(headers, status: status).lifetime == 0)
        let isPublic = headers.overlaid(with: ["Cache-Control": "public"])
        #expect(try freshness(isPublic, status: status, fraction: 0.1).lifetime == 100)
    }

    // RFC 9111, section 4.2.2
    @Test func `nothing is guessed where the server gives a lifetime, be it none`() throws {
        let modified: HTTPHeaders = ["Last-Modified": date(-1000)]
        let given: [HTTPHeaders] = [["Cache-Control": "max-age=0"], ["Expires": date(0)], ["Expires": "0"]]
        for headers in given {
            #expect(try freshness(modified.overlaid(with: headers), fraction: 0.1).lifetime == 0)
        }
    }

    @Test func `a guess is a day at most, and no number is too odd for it`() throws {
        let old: HTTPHeaders = ["Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT"]
        #expect(try freshness(old, fraction: 0.1).lifetime == 86_400)
        #expect(try freshness(old, fraction: .infinity).lifetime == 86_400)
        #expect(try freshness(old, fraction: .nan).lifetime == 0)
        #expect(try freshness(["Last-Modified": date(500)], fraction: 0.1).lifetime == 0)
    }
}
