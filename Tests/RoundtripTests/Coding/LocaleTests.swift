import Foundation
import Roundtrip
import Testing

// DEC-02
@Suite struct `Dates under another locale` {
    /// The current locale of a process cannot be changed from inside it, and on Linux not at all. So this holds the
    /// floors that read and write dates to naming nothing that has a locale, a calendar or a time zone.
    @Test(arguments: ["HTTP", "Errors", "Coding", "Endpoint", "Retry"])
    func `nothing that knows a locale takes part`(folder: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Roundtrip")
        let files = try #require(
            FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        )
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(!files.isEmpty)
        let words = [
            "Formatter", "Calendar", "DateComponents", "Locale", "TimeZone", "FormatStyle", ".formatted",
            "String(format:",
            ".iso8601", "strptime", "strftime", "strtod", "localizedStandard",
        ]
        for file in files {
            let code = try String(contentsOf: file, encoding: .utf8)
                .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
                .replacing("LocalizedError", with: "")
            for word in words {
                #expect(!code.contains(word), "\(file.lastPathComponent) names \(word)")
            }
        }
    }

    /// Why that matters: the same text through a formatter of a device set to Thai.
    @Test func `a formatter of such a device reads another year`() throws {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .buddhist)
        formatter.locale = Locale(identifier: "th_TH")
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssX"
        let text = "2031-05-01T10:00:00Z"
        #expect(formatter.date(from: text) != Date(timeIntervalSince1970: 1_935_396_000))
        #expect(ISO8601.date(from: text) == Date(timeIntervalSince1970: 1_935_396_000))
    }

    #if os(Linux) || os(macOS)

    /// A process of its own, because the zone is read once.
    @Test(arguments: ["Asia/Bangkok", "America/St_Johns"])
    func `a device far from Greenwich reads and writes the same dates`(zone: String) async {
        await #expect(processExitsWith: .success) { [zone] in
            setenv("TZ", zone, 1)
            setenv("LC_ALL", "th_TH.UTF-8", 1)
            let now = Date(timeIntervalSince1970: 1_935_396_000)
            // The zone is really in force.
            try #require(TimeZone.current.secondsFromGMT(for: now) != 0)
            for text in [
                "2031-05-01T10:00:00Z", "2031-05-01T12:00:00+02:00", "2031-05-01t09:30:00-00:30",
                "2031-05-01T10:00:00.000z",
            ] {
                try #require(ISO8601.date(from: text) == now)
            }
            for text in ["2574-05-01T10:00:00", "2031-05-01T10:00:00", "2031-05-01", "2031-02-30T10:00:00Z"] {
                try #require(ISO8601.date(from: text) == nil)
            }
            try #require(ISO8601.string(from: now) == "2031-05-01T10:00:00Z")
            try #require(HTTPDate.string(from: now) == "Thu, 01 May 2031 10:00:00 GMT")
            for text in [
                "Thu, 01 May 2031 10:00:00 GMT", "Thursday, 01-May-31 10:00:00 GMT", "Thu May  1 10:00:00 2031",
            ] {
                try #require(HTTPDate.date(from: text, now: now) == now)
            }
            try #require(RetryAfter.delay(from: "Thu, 01 May 2031 10:00:30 GMT", now: now) == .seconds(30))
            let body = try JSONRequestEncoder().encode(["at": now])
            try #require(String(decoding: body, as: UTF8.self) == #"{"at":"2031-05-01T10:00:00Z"}"#)
            let read = try await JSONResponseDecoder().decode([String: Date].self, from: body)
            try #require(read == ["at": now])
            let query: RequestQuery = ["at": now, "number": 1_234_567.5]
            try #require(query.percentEncoded == "at=2031-05-01T10%3A00%3A00Z&number=1234567.5")
        }
    }

    #endif
}
