public import Foundation
import Roundtrip

/// What was sent and what came back, in the form that browsers and their tools read: HTTP Archive 1.2.
///
/// Whole calls, with their retries, replays and answers from the cache, stand beside the standard's entries in fields that
/// begin with `_`, which other programs pass over.
public struct HAR: Sendable, Hashable, Codable {
    var log: Log

    init(_ log: Log) {
        self.log = log
    }

    /// Reads a HAR file, made by this package or another program.
    ///
    /// Other programs leave things out, or write `null`, text for numbers and more than HAR 1.2 allows. An entry needs its
    /// time and its address; for everything else there is a stand-in, as the standard has it for what is not known, so that
    /// what is written again keeps to the standard. Pages, comments and fields of other programs are not kept.
    ///
    /// - Throws: `DecodingError` if it has no list of entries, or an entry lacks one of the two.
    public init(json: Data) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            if let date = Self.date(from: text) { return date }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "No ISO 8601 date and time."))
        }
        self = try decoder.decode(HAR.self, from: json.withoutByteOrderMark)
    }

    /// The moment, also where a space stands for `T`, the offset has no colon or there is none, which is read as UTC.
    private static func date(from text: String) -> Date? {
        let parts = text.wholeMatch(of: /(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d(?:\.\d+)?) ?([Zz]|[+-]\d\d:?\d\d)?/)
        guard let (_, day, time, offset) = parts?.output else { return nil }
        let zone = offset.map { $0.count == 5 ? $0.prefix(3) + ":" + $0.suffix(2) : $0 } ?? "Z"
        return ISO8601.date(from: "\(day)T\(time)\(zone)")
    }

    /// The content of a HAR file. Equal recordings give equal bytes.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(ISO8601.string(from: date))
        }
        return try encoder.encode(self)
    }
}
