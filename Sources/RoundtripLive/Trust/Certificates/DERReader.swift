/// Reads DER (X.690) element after element, and never past the end of what it was given.
///
/// It reads what certificates need: tags of one byte, lengths below 16 MiB. Whatever DER forbids (an indefinite length, or
/// a length in more bytes than needed) is not read, nor is an element that is cut short.
struct DERReader {
    /// One element. `bytes` is all of it: tag, length and content.
    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
        let bytes: ArraySlice<UInt8>
    }

    enum Tag {
        static let integer: UInt8 = 0x02
        static let bitString: UInt8 = 0x03
        static let sequence: UInt8 = 0x30
        /// `[0]`, constructed.
        static let explicitZero: UInt8 = 0xA0
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next element if it has this tag. Otherwise `nil`, and the reader stays where it is.
    mutating func next(_ tag: UInt8) -> Element? {
        var after = rest
        guard after.popFirst() == tag, tag & 0x1F != 0x1F, let length = Self.length(&after), length <= after.count
        else {
            return nil
        }
        let content = after.prefix(length)
        let element = Element(tag: tag, content: content, bytes: rest[rest.startIndex..<content.endIndex])
        rest = after.dropFirst(length)
        return element
    }

    /// X.690, sections 8.1.3 and 10.1.
    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        // Three bytes hold every length in use, and fit into an Int wherever Swift runs.
        guard (1...3).contains(count), count <= bytes.count else { return nil }
        let digits = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        let length = digits.reduce(0) { $0 << 8 | Int($1) }
        return digits.first != 0 && length >= 0x80 ? length : nil
    }
}
