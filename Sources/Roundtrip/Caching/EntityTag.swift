/// An entity tag as it was received (RFC 9110, section 8.8.3): it is sent back byte for byte.
struct EntityTag: Hashable, Sendable {
    let text: String

    /// `nil` for a value that is no quoted tag, or that could not be sent back; a server cannot be asked about it.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        let opaque = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        guard opaque.count >= 2, opaque.first == "\"", opaque.last == "\"",
            opaque.utf8.dropFirst().dropLast().allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
        else { return nil }
        self.text = text
    }

    init?(of headers: HTTPHeaders) {
        guard let value = headers.values(for: "ETag").first else { return nil }
        self.init(value.trimmingHTTPWhitespace)
    }

    var isWeak: Bool { text.hasPrefix("W/") }

    private var opaque: Substring { isWeak ? text.dropFirst(2) : text[...] }

    /// Weak comparison, for reading (section 8.8.3.2).
    func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// Strong comparison, for ranges.
    func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && text == other.text }
}
