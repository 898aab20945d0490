package import Foundation

extension JSONCoding {
    /// Foundation's decoder, set up by these rules. Setting one up is slow beside using it: keep it.
    package func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy =
            switch readingKeys {
            case .snakeCase: .convertFromSnakeCase
            case .asDeclared: .useDefaultKeys
            }
        decoder.dateDecodingStrategy =
            switch dates {
            case .rfc3339: .custom(Self.readRFC3339)
            case .secondsSince1970: .secondsSince1970
            case .millisecondsSince1970: .millisecondsSince1970
            case .custom(let read, _): .custom(read)
            }
        return decoder
    }

    /// Foundation's encoder, set up by these rules.
    ///
    /// Keys are sorted, so that the same value always gives the same bytes and a repeated request carries the same body;
    /// slashes are not escaped.
    package func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy =
            switch writingKeys {
            case .snakeCase: .convertToSnakeCase
            case .asDeclared: .useDefaultKeys
            }
        encoder.dateEncodingStrategy =
            switch dates {
            case .rfc3339: .custom(Self.writeRFC3339)
            case .secondsSince1970: .secondsSince1970
            case .millisecondsSince1970: .millisecondsSince1970
            case .custom(_, let write): .custom(write)
            }
        return encoder
    }

    @Sendable private static func readRFC3339(_ decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        guard let date = ISO8601.date(from: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not an RFC 3339 date.")
        }
        return date
    }

    @Sendable private static func writeRFC3339(_ date: Date, _ encoder: any Encoder) throws {
        guard ISO8601.canWrite(date) else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "Not in the years 0000 to 9999."
            )
            // The number, because on some systems a `Date` that is not a number ends the process when it is printed.
            throw EncodingError.invalidValue(date.timeIntervalSince1970, context)
        }
        var container = encoder.singleValueContainer()
        try container.encode(ISO8601.string(from: date))
    }
}
