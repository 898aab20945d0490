import Foundation
import Roundtrip

/// The content of one file of the disk cache: all variants of one URL.
///
/// A mark, a checksum of everything behind it, the length of the description, the description, and the bodies one after
/// the other. What is not exactly that is no entry: a half-written or damaged file is a miss.
enum CacheFile {
    private struct Description: Codable {
        let status: Int
        /// Names and values in turn.
        let headers: [String]
        let selection: [String: String]
        let requestDate: TimeInterval
        let responseDate: TimeInterval
        let bodyLength: Int
    }

    private static let mark = Data("RTcache1".utf8)
    private static let headLength = mark.count + 8 + 8

    static func encode(_ responses: [StoredResponse]) -> Data? {
        let descriptions = responses.map { response in
            Description(
                status: response.status, headers: response.headers.flatMap { [$0.name, $0.value] },
                selection: response.selection.values,
                requestDate: response.requestDate.timeIntervalSinceReferenceDate,
                responseDate: response.responseDate.timeIntervalSinceReferenceDate, bodyLength: response.body.count)
        }
        guard let description = try? JSONEncoder().encode(descriptions) else { return nil }
        var payload = Data(UInt64(description.count).bytes)
        payload.reserveCapacity(payload.count + description.count + responses.reduce(0) { $0 + $1.body.count })
        payload.append(description)
        for response in responses { payload.append(response.body) }
        return mark + Data(Checksum(payload).value.bytes) + payload
    }

    /// `nil` for anything but a whole and undamaged file.
    static func decode(_ file: Data) -> [StoredResponse]? {
        guard file.count >= headLength, file.prefix(mark.count) == mark else { return nil }
        let payload = file.dropFirst(mark.count + 8)
        guard UInt64(bytes: file.dropFirst(mark.count).prefix(8)) == Checksum(payload).value,
            let length = Int(exactly: UInt64(bytes: payload.prefix(8))), length <= payload.count - 8
        else { return nil }
        let description = payload.dropFirst(8).prefix(length)
        guard let descriptions = try? JSONDecoder().decode([Description].self, from: Data(description)) else {
            return nil
        }
        var bodies = payload.dropFirst(8 + length)
        var responses: [StoredResponse] = []
        for description in descriptions {
            guard (0...bodies.count).contains(description.bodyLength), let headers = HTTPHeaders(description.headers)
            else {
                return nil
            }
            responses.append(
                StoredResponse(
                    status: description.status, headers: headers, body: Data(bodies.prefix(description.bodyLength)),
                    selection: CacheSelection(values: description.selection),
                    requestDate: Date(timeIntervalSinceReferenceDate: description.requestDate),
                    responseDate: Date(timeIntervalSinceReferenceDate: description.responseDate)))
            bodies = bodies.dropFirst(description.bodyLength)
        }
        return bodies.isEmpty ? responses : nil
    }
}

extension HTTPHeaders {
    /// From names and values in turn.
    fileprivate init?(_ flat: [String]) {
        guard flat.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: flat.count, by: 2).map { Field(name: flat[$0], value: flat[$0 + 1]) })
    }
}

extension UInt64 {
    fileprivate var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * UInt64($0))) } }

    fileprivate init(bytes: Data) {
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
