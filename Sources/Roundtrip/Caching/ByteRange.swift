/// One range of bytes as a request asks for it (RFC 9110, section 14.1.2).
enum ByteRange: Hashable, Sendable {
    case from(Int, through: Int?)
    case last(Int)

    /// `nil` for another unit, for several ranges, and for what is no range.
    init?(_ value: String) {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].equalsIgnoringASCIICase("bytes") else { return nil }
        let bounds = parts[1].trimmingHTTPWhitespace.split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        let (first, last) = (ASCII.number(bounds[0]), ASCII.number(bounds[1]))
        switch (first, last) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil) where bounds[1].isEmpty: self = .from(first, through: nil)
        case (nil, let last?) where bounds[0].isEmpty: self = .last(last)
        default: return nil
        }
    }

    /// The bytes of a whole of this size, or `nil` if there are none (section 15.5.17).
    func resolved(in count: Int) -> Range<Int>? {
        switch self {
        case .from(let first, _) where first >= count: nil
        case .from(let first, let last): first..<(last.map { min($0, count - 1) } ?? count - 1) + 1
        case .last(let length): length == 0 || count == 0 ? nil : max(0, count - length)..<count
        }
    }
}
