import Foundation
import Roundtrip
import Testing

@Suite struct `Encoding bodies` {
    @Test func `the same value gives the same bytes, whatever the order of its making`() throws {
        let names = (0..<200).map { "key\($0)" }
        let forwards = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        var backwards: [String: Int] = Dictionary(minimumCapacity: 5000)
        for name in names.reversed() { backwards[name] = 1 }
        let encoder = JSONRequestEncoder()
        #expect(try encoder.encode(forwards) == encoder.encode(backwards))
        #expect(try encoder.encode(forwards).starts(with: Data(#"{"key0":1,"key1":1,"key10":1"#.utf8)))
        #expect(encoder.contentType == "application/json")
    }

    @Test func `a form of dates of one's own is used both ways`() async throws {
        let days = JSONCoding.Dates.custom(
            read: { decoder in
                let days = try decoder.singleValueContainer().decode(Int.self)
                return Date(timeIntervalSince1970: Double(days) * 86_400)
            },
            write: { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(Int(date.timeIntervalSince1970 / 86_400))
            }
        )
        let coding = JSONCoding(dates: days)
        let dates = [Date(timeIntervalSince1970: 22_400 * 86_400)]
        #expect(try JSONRequestEncoder(coding: coding).encode(dates) == Data("[22400]".utf8))
        let decoder = JSONResponseDecoder(coding: coding)
        #expect(try await decoder.decode([Date].self, from: Data("[22400]".utf8)) == dates)
    }

    /// What JSON has no form for is an error with a place; the value and the keys that are data are not told.
    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number or a date without a form says where it stands`(seconds: Double) throws {
        struct Inner: Encodable { let seconds: Double }
        struct Outer: Encodable {
            let items: [Inner]
            let dates: [String: Date]
        }
        let rows: [(Outer, String)] = [
            (Outer(items: [Inner(seconds: 1), Inner(seconds: seconds)], dates: [:]), "items[1].seconds"),
            (Outer(items: [], dates: ["SECRET": Date(timeIntervalSince1970: seconds)]), "dates.*"),
        ]
        for (value, place) in rows {
            let error = try #require(throws: EncodingError.self) { try JSONRequestEncoder().encode(value) }
            #expect(EncodingProblem.sentence(for: error) == "The value at \(place) cannot be written in this form.")
        }
    }

    @Test func `an error of the value's own is named by its type`() {
        struct Refusal: Error { let secret = "SECRET" }
        #expect(EncodingProblem.sentence(for: Refusal()) == "The value could not be encoded (Refusal).")
    }
}
