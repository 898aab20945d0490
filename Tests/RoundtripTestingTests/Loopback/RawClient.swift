import Dispatch
import Foundation
import Roundtrip

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A client that sends and reads bytes, and knows nothing of HTTP but where an answer ends.
///
/// It blocks no thread: tests and the server they talk to share the same few.
final class RawClient: Sendable {
    struct Failure: Error {
        let code: Int32
    }

    struct Answer: Equatable {
        var head: String
        var body: Data

        var status: Int { Int(head.split(separator: " ")[1]) ?? 0 }
        var text: String { String(decoding: body, as: UTF8.self) }
        func header(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").dropFirst().lazy.compactMap { line -> String? in
                guard line.lowercased().hasPrefix(name.lowercased() + ":") else { return nil }
                return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }.first
        }
    }

    private let descriptor: Int32
    private let unread = Locked(Data())
    private let isClosed = Locked(false)

    init(port: UInt16) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = descriptor
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            closeDescriptor(descriptor)
            isClosed.withLock { $0 = true }
            throw Failure(code: code)
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close() }

    // MARK: Sending

    func send(_ text: String) async throws {
        try await send(Data(text.utf8))
    }

    func send(_ data: Data) async throws {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = data
        while !rest.isEmpty {
            let descriptor = descriptor
            let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                await ready(for: .writing)
                try Task.checkCancellation()
            } else {
                throw Failure(code: errno)
            }
        }
    }

    /// Sends FIN but keeps reading.
    func finishWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if !wasClosed { closeDescriptor(descriptor) }
    }

    /// Closes with RST, as a process that dies with data unread does.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout.size(ofValue: option)))
        close()
    }

    // MARK: Reading

    /// The next bytes, or `nil` at the end. Throws if the connection was reset.
    func read() async throws -> Data? {
        let kept = unread.withLock { unread in
            defer { unread = Data() }
            return unread
        }
        if !kept.isEmpty { return kept }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return Data(buffer[..<count]) }
            if count == 0 { return nil }
            guard errno == EAGAIN else { throw Failure(code: errno) }
            await ready(for: .reading)
            try Task.checkCancellation()
        }
    }

    func readToEnd() async throws -> Data {
        var whole = Data()
        while let more = try await read() { whole.append(more) }
        return whole
    }

    /// Reads until the bytes so far end with `suffix`, or the connection ends.
    func read(until suffix: String) async throws -> String {
        var whole = Data()
        while let more = try await read() {
            whole.append(more)
            guard let end = whole.range(of: Data(suffix.utf8)) else { continue }
            let rest = whole[end.upperBound...]
            unread.withLock { $0 = Data(rest) }
            return String(decoding: whole[..<end.upperBound], as: UTF8.self)
        }
        return String(decoding: whole, as: UTF8.self)
    }

    /// Reads one answer, its body by its Content-Length or in chunks.
    func answer(withBody hasBody: Bool = true) async throws -> Answer {
        var answer = Answer(head: String(try await read(until: "\r\n\r\n").dropLast(2)), body: Data())
        guard answer.head.hasPrefix("HTTP/1.1 ") else { throw Failure(code: 0) }
        guard hasBody else { return answer }
        if answer.header("Transfer-Encoding") == "chunked" {
            while true {
                let size = Int(try await read(until: "\r\n").dropLast(), radix: 16) ?? 0
                let chunk = try await read(count: size + 2)
                if size == 0 { return answer }
                answer.body.append(chunk.dropLast(2))
            }
        }
        answer.body = try await read(count: Int(answer.header("Content-Length") ?? "") ?? 0)
        return answer
    }

    func read(count: Int) async throws -> Data {
        var whole = Data()
        while whole.count < count, let more = try await read() { whole.append(more) }
        let rest = whole.dropFirst(count)
        unread.withLock { $0 = Data(rest) }
        return Data(whole.prefix(count))
    }

    private enum Direction {
        case reading, writing
    }

    private func ready(for direction: Direction) async {
        let box = Locked(Waiting())
        let cancel: @Sendable () -> Void = {
            box.withLock { waiting in
                waiting.isOver = true
                waiting.source?.cancel()
                waiting.source = nil
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                box.withLock { waiting in
                    guard !waiting.isOver else { return continuation.resume() }
                    let source: any DispatchSourceProtocol =
                        switch direction {
                        case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor)
                        case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor)
                        }
                    source.setEventHandler(handler: cancel)
                    source.setCancelHandler { continuation.resume() }
                    waiting.source = source
                    source.activate()
                }
            }
        } onCancel: {
            cancel()
        }
    }

    private struct Waiting {
        var source: (any DispatchSourceProtocol)?
        var isOver = false
    }
}

private func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
