import Foundation

/// Reads requests out of bytes that come in pieces of any size (RFC 9112).
///
/// Where the pieces were cut makes no difference to what is read. After a problem the parser stays silent and keeps
/// nothing: what follows on the connection cannot be understood.
struct HTTPRequestParser {
    enum Event: Equatable {
        /// The client sends its body only when it has been told to go on.
        case continueAwaited
        case request(HTTPRequestHead, body: Data)
    }

    private enum Phase {
        case head
        case sized(HTTPRequestHead, remaining: Int)
        case chunkSize(HTTPRequestHead)
        case chunk(HTTPRequestHead, remaining: Int)
        case chunkEnd(HTTPRequestHead)
        case trailers(HTTPRequestHead)
        case failed
    }

    private static let longestChunkLine = 4096

    private let limits: LoopbackServer.Limits
    private var phase = Phase.head
    private var lines: [[UInt8]] = []
    private var sectionSize = 0
    private var body = Data()

    private var buffer: [UInt8] = []
    /// Everything before it has been read.
    private var start = 0
    /// Up to here there is no end of a line.
    private var searched = 0

    init(limits: LoopbackServer.Limits) {
        self.limits = limits
    }

    /// How many bytes have come and not been read.
    var unreadCount: Int { buffer.count - start }

    mutating func append(_ bytes: some Collection<UInt8>) {
        if case .failed = phase { return }
        buffer.append(contentsOf: bytes)
    }

    /// The next event that the bytes so far complete, or `nil` if more must come.
    mutating func next() throws(RequestProblem) -> Event? {
        do {
            let event = try advance()
            if event == nil { compact() }
            return event
        } catch {
            phase = .failed
            (buffer, start, searched) = ([], 0, 0)
            throw error
        }
    }

    private mutating func advance() throws(RequestProblem) -> Event? {
        while true {
            switch phase {
            case .head:
                guard try readSection(skippingBlankLines: true) else { return nil }
                let head = try HTTPRequestHead(lines: takeLines())
                try begin(head)
                if head.awaitsContinue { return .continueAwaited }
            case .sized(let head, let remaining):
                let rest = remaining - moveToBody(remaining)
                phase = .sized(head, remaining: rest)
                guard rest == 0 else { return nil }
                return finish(head)
            case .chunkSize(let head):
                guard
                    let line = try takeLine(upTo: Self.longestChunkLine, else: .malformed("A chunk line is too long."))
                else { return nil }
                let size = try Self.chunkSize(line)
                guard size <= limits.body - body.count else { throw .bodyTooLarge }
                phase = size == 0 ? .trailers(head) : .chunk(head, remaining: size)
            case .chunk(let head, let remaining):
                let rest = remaining - moveToBody(remaining)
                phase = .chunk(head, remaining: rest)
                guard rest == 0 else { return nil }
                phase = .chunkEnd(head)
            case .chunkEnd(let head):
                guard let line = try takeLine(upTo: 0, else: .malformed("A chunk is longer than announced."))
                else { return nil }
                guard line.isEmpty else { throw .malformed("A chunk is longer than announced.") }
                phase = .chunkSize(head)
            case .trailers(let head):
                guard try readSection(skippingBlankLines: false) else { return nil }
                for line in takeLines() { _ = try HTTPRequestHead.field(line) }
                return finish(head)
            case .failed:
                return nil
            }
        }
    }

    private mutating func begin(_ head: HTTPRequestHead) throws(RequestProblem) {
        switch head.framing {
        case .length(let length):
            guard length <= limits.body else { throw .bodyTooLarge }
            phase = .sized(head, remaining: length)
        case .chunked:
            phase = .chunkSize(head)
        }
    }

    private mutating func finish(_ head: HTTPRequestHead) -> Event {
        defer { body = Data() }
        phase = .head
        return .request(head, body: body)
    }

    /// The size at the beginning of a chunk line; extensions are allowed and ignored (RFC 9112, section 7.1.1).
    private static func chunkSize(_ line: [UInt8]) throws(RequestProblem) -> Int {
        let parts = line.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        let digits = (parts.first ?? []).reversed().drop { $0 == ASCII.space || $0 == ASCII.tab }.reversed()
        guard let size = ASCII.number(digits, base: 16) else {
            throw .malformed("A chunk does not begin with its size.")
        }
        return size
    }
}

// MARK: - Lines and bytes

extension HTTPRequestParser {
    /// Reads lines to the empty one; `false` if it has not come yet.
    private mutating func readSection(skippingBlankLines: Bool) throws(RequestProblem) -> Bool {
        while let line = try takeLine(upTo: limits.headerSection - sectionSize, else: .headTooLarge) {
            sectionSize += line.count + 2
            if !line.isEmpty {
                lines.append(line)
            } else if !(skippingBlankLines && lines.isEmpty) {
                return true
            }
        }
        return false
    }

    private mutating func takeLines() -> [[UInt8]] {
        defer { (lines, sectionSize) = ([], 0) }
        return lines
    }

    /// The next line without its CR LF. A line end of any other kind is a problem, as is a line longer than `limit`.
    private mutating func takeLine(
        upTo limit: Int,
        else problem: RequestProblem
    ) throws(RequestProblem) -> [UInt8]? {
        let end = buffer.withUnsafeBufferPointer { $0[searched...].firstIndex(of: ASCII.newline) }
        searched = end ?? buffer.count
        // Counted without the line end, whose first half may have come while the second has not.
        guard searched - start <= limit + 1 else { throw problem }
        guard let end else { return nil }
        guard end > start, buffer[end - 1] == ASCII.carriageReturn else {
            throw .malformed("A line does not end with CR LF.")
        }
        let line = Array(buffer[start..<end - 1])
        guard !line.contains(ASCII.carriageReturn) else { throw .malformed("A line has a CR inside.") }
        start = end + 1
        searched = start
        return line
    }

    /// Moves at most `count` bytes to the body and says how many there were.
    private mutating func moveToBody(_ count: Int) -> Int {
        let end = start + min(count, unreadCount)
        body.append(contentsOf: buffer[start..<end])
        defer { (start, searched) = (end, end) }
        return end - start
    }

    private mutating func compact() {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
    }
}
