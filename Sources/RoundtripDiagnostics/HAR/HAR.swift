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
    /// - Throws: `DecodingError` if it is no HAR 1.2.
    public init(json: Data) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            if let date = ISO8601.date(from: text) { return date }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "No ISO 8601 date and time."))
        }
        self = try decoder.decode(HAR.self, from: json)
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
