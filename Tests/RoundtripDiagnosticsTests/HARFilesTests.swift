import Foundation
import Testing

@testable import RoundtripDiagnostics

/// What HAR files in the wild hold that HAR 1.2 does not allow, field by field.
@Suite struct `HAR files of other programs` {
    private static var whole: [String: Any] {
        [
            "startedDateTime": "2031-05-01T10:00:00.000+02:00", "time": 30,
            "request": [
                "method": "POST", "url": "https://api.example/a", "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": [],
                "queryString": [], "headersSize": -1, "bodySize": 0,
                "postData": ["mimeType": "text/plain", "text": "x", "params": []],
            ],
            "response": [
                "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
                "content": [
                    "size": 3, "mimeType": "text/plain", "text": "YWJj", "encoding": "base64", "compression": 1,
                ],
                "redirectURL": "", "headersSize": -1, "bodySize": 3,
            ],
            "cache": [:],
            "timings": ["blocked": 1, "dns": 2, "connect": 3, "ssl": 1, "send": 4, "wait": 15, "receive": 5],
        ]
    }

    /// Every place of an entry, as the names that lead to it.
    private static let places: [[String]] = {
        func places(_ object: [String: Any], _ path: [String]) -> [[String]] {
            object.keys.sorted().flatMap { name -> [[String]] in
                [path + [name]] + ((object[name] as? [String: Any]).map { places($0, path + [name]) } ?? [])
            }
        }
        return places(whole, [])
    }()

    private static let required = [["startedDateTime"], ["request"], ["request", "url"]]

    /// What stands where something else should.
    private enum Change: CaseIterable {
        case missing, null, text, negative, fraction, huge, list, object, truth

        var value: Any? {
            switch self {
            case .missing: nil
            case .null: NSNull()
            case .text: "12"
            case .negative: -2
            case .fraction: 1.5
            case .huge: 1e300
            case .list: [1, "x", NSNull(), [String: Any]()] as [Any]
            case .object: ["x": 1]
            case .truth: true
            }
        }
    }

    private static func changed(_ object: [String: Any], _ place: ArraySlice<String>, to value: Any?) -> [String: Any] {
        guard let name = place.first else { return object }
        var object = object
        let inner = object[name] as? [String: Any] ?? [:]
        object[name] = place.count == 1 ? value : changed(inner, place.dropFirst(), to: value)
        return object
    }

    private static func file(_ entries: [[String: Any]], _ log: [String: Any] = [:]) throws -> Data {
        let log = ["version": "1.2", "creator": ["name": "x", "version": "1"], "entries": entries]
            .merging(log) { $1 }
        return try JSONSerialization.data(withJSONObject: ["log": log])
    }

    @Test
    func `anything but the time and the address may be missing or of another kind, and is written as it has to be`()
        throws
    {
        #expect(Self.places.count > 30)
        for place in Self.places where !Self.required.contains(place) {
            for change in Change.allCases {
                let entry = Self.changed(Self.whole, place[...], to: change.value)
                let har = try HAR(json: Self.file([entry]))
                let faults = HARSpecification.faults(in: try har.json())
                #expect(faults == [], "\(place.joined(separator: ".")): \(change)")
                #expect(try HAR(json: har.json()) == har, "\(place.joined(separator: ".")): \(change)")
            }
        }
    }

    @Test(arguments: required) func `an entry without a time or an address is refused`(place: [String]) throws {
        for change in [Change.missing, .null, .list, .truth] {
            let entry = Self.changed(Self.whole, place[...], to: change.value)
            #expect(throws: DecodingError.self) { try HAR(json: Self.file([entry])) }
        }
    }

    @Test(arguments: ["version", "creator", "pages", "browser", "comment", "_calls", "_session", "_lostCalls"])
    func `what stands around the entries may be missing or of another kind`(name: String) throws {
        for change in Change.allCases {
            let value = change.value
            let data = try JSONSerialization.data(withJSONObject: [
                "log": ["version": "1.1", "creator": ["name": "x"], "entries": [Self.whole]].merging([
                    name: value as Any
                ]) {
                    $1
                }.filter { $0.key != name || value != nil }
            ])
            #expect(HARSpecification.faults(in: try HAR(json: data).json()) == [], "\(name): \(change)")
        }
    }

    @Test(arguments: [
        ("2031-05-01T10:00:00.000+02:00", "2031-05-01T08:00:00Z"), ("2031-05-01T10:00:00Z", "2031-05-01T10:00:00Z"),
        ("2031-05-01T10:00:00.1234567-07:00", "2031-05-01T17:00:00.123Z"),
        ("2031-05-01T10:00:00+0200", "2031-05-01T08:00:00Z"), ("2031-05-01T10:00:00.5", "2031-05-01T10:00:00.500Z"),
        ("2031-05-01 10:00:00", "2031-05-01T10:00:00Z"), ("2031-05-01 10:00:00 +02:00", "2031-05-01T08:00:00Z"),
        ("2031-05-01t10:00:00z", "2031-05-01T10:00:00Z"),
    ])
    func `times in the forms that programs write are read`(written: String, wanted: String) throws {
        let har = try HAR(json: Self.file([Self.changed(Self.whole, ["startedDateTime"], to: written)]))
        #expect(String(decoding: try har.json(), as: UTF8.self).contains(#""startedDateTime" : "\#(wanted)""#))
    }

    @Test(arguments: [
        "", "today", "2031-02-30T10:00:00Z", "2031-05-01", "2031-05-01T25:00:00Z", "2031-05-01T10:00:00+2",
    ])
    func `what is no time is refused`(written: String) throws {
        #expect(throws: DecodingError.self) {
            try HAR(json: Self.file([Self.changed(Self.whole, ["startedDateTime"], to: written)]))
        }
    }

    @Test(arguments: [
        ("https://h.example/a", "https://h.example/a"), ("data:text/plain,x", "data:text/plain,x"),
        ("/a?b=1", "unknown:/a?b=1"), ("h.example/a:1", "unknown:/h.example/a:1"), ("", "unknown:/"),
        ("?a=:1", "unknown:/?a=:1"), ("9a:b", "unknown:/9a:b"),
    ])
    func `an address without a scheme gets one`(written: String, wanted: String) throws {
        let har = try HAR(json: Self.file([Self.changed(Self.whole, ["request", "url"], to: written)]))
        #expect(har.log.entries[0].request.url == wanted)
    }

    @Test func `the encoding of a body, the names of files and what cookies allow are kept`() throws {
        let cookie: [String: Any] = [
            "name": "a", "value": "b", "path": "/", "domain": "h.example", "expires": "2031-05-01T10:00:00Z",
            "httpOnly": true, "secure": false, "sameSite": "Lax",
        ]
        let form: [String: Any] = [
            "mimeType": "multipart/form-data",
            "params": [["name": "f", "fileName": "a.png", "contentType": "image/png"], ["value": "unnamed"]],
        ]
        var entry = Self.changed(Self.whole, ["request", "cookies"], to: [cookie])
        entry = Self.changed(entry, ["request", "postData"], to: form)
        let har = try HAR(json: Self.file([entry]))
        let (request, content) = (har.log.entries[0].request, har.log.entries[0].response.content)
        #expect(
            content == HAR.Content(size: 3, mimeType: "text/plain", text: "YWJj", encoding: "base64", compression: 1))
        #expect(
            request.cookies == [
                HAR.Cookie(
                    name: "a", value: "b", path: "/", domain: "h.example", expires: "2031-05-01T10:00:00Z",
                    httpOnly: true, secure: false)
            ])
        #expect(
            request.postData?.params == [
                HAR.PostData.Param(name: "f", fileName: "a.png", contentType: "image/png"),
                HAR.PostData.Param(name: "", value: "unnamed"),
            ])
        #expect(HARSpecification.faults(in: try har.json()) == [])
    }

    @Test func `a body that stands as text and as its parts is kept once`() throws {
        let both: [String: Any] = [
            "mimeType": "application/x-www-form-urlencoded", "text": "a=1", "params": [["name": "a", "value": "1"]],
        ]
        let har = try HAR(json: Self.file([Self.changed(Self.whole, ["request", "postData"], to: both)]))
        let data = try #require(har.log.entries[0].request.postData)
        #expect(data.text == "a=1" && data.params.isEmpty)
    }

    @Test func `a whole without parts is the wait`() throws {
        for timings in [NSNull(), [:], ["send": -1, "wait": -1, "receive": -1]] as [Any] {
            let har = try HAR(json: Self.file([Self.changed(Self.whole, ["timings"], to: timings)]))
            #expect(har.log.entries[0].time == 30 && har.log.entries[0].timings.wait == 30)
        }
    }

    @Test func `a file may begin with a byte order mark, and its entries may come in any order`() throws {
        let later = Self.changed(Self.whole, ["startedDateTime"], to: "2031-05-01T10:00:01.000+02:00")
        let har = try HAR(json: Data([0xEF, 0xBB, 0xBF]) + Self.file([later, Self.whole]))
        #expect(har.log.entries.map(\.time) == [30, 30])
        #expect(HARSpecification.faults(in: try har.json()) == [])
    }
}
