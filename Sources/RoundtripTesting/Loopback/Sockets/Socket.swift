import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A non-blocking TCP socket: the few system calls that the server makes, the same on every system.
struct Socket: Sendable {
    enum Reading {
        case bytes([UInt8])
        case nothingYet
        /// The other side has closed its end, or the connection is broken.
        case end
    }

    enum Writing {
        case wrote(Int)
        case full
        case broken
    }

    let descriptor: Int32

    /// Listens on 127.0.0.1; port 0 takes a free one.
    static func listening(on port: UInt16) throws(LoopbackServer.StartError) -> Socket {
        let descriptor = setApart(socket(AF_INET, streamType, 0))
        guard descriptor >= 0 else { throw LoopbackServer.StartError(code: errno, port: port) }
        let listener = Socket(descriptor: descriptor)
        listener.setOption(SOL_SOCKET, SO_REUSEADDR)
        var address = Self.address(port)
        let isListening =
            withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            } && listen(descriptor, 4096) == 0
        guard isListening else {
            let error = LoopbackServer.StartError(code: errno, port: port)
            listener.close()
            throw error
        }
        listener.prepare()
        return listener
    }

    /// The next connection that waits, ready for use, or the system's error number: `EAGAIN` if there is none.
    func accept() -> Result<Socket, AcceptFailure> {
        let descriptor = Self.setApart(systemAccept(descriptor))
        guard descriptor >= 0 else { return .failure(AcceptFailure(code: errno)) }
        let connection = Socket(descriptor: descriptor)
        connection.prepare()
        // Otherwise a small second write would wait for the client to confirm the first.
        connection.setOption(Int32(IPPROTO_TCP), TCP_NODELAY)
        return .success(connection)
    }

    struct AcceptFailure: Error {
        let code: Int32

        var isForWantOfDescriptors: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }
        var isPassing: Bool { [EINTR, ECONNABORTED].contains(code) }
    }

    var localPort: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    func read() -> Reading {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while true {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count > 0 { return .bytes(Array(buffer[..<count])) }
                if count < 0 && errno == EINTR { continue }
                return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .nothingYet : .end
            }
        }
    }

    func write(_ bytes: Data) -> Writing {
        bytes.withUnsafeBytes { buffer in
            while true {
                let count = send(descriptor, buffer.baseAddress, buffer.count, Self.sendFlags)
                if count >= 0 { return .wrote(count) }
                if errno == EINTR { continue }
                return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS ? .full : .broken
            }
        }
    }

    /// Tells the other side that nothing more will come; what it still sends can be read.
    func finishWriting() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes `close` send RST instead of FIN.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    func close() {
        closeDescriptor(descriptor)
    }

    private func setOption(_ level: Int32, _ name: Int32) {
        var on: Int32 = 1
        _ = setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The same socket under a number that URLSession's own never get, where one is free.
    ///
    /// On Linux URLSession closes a socket before Dispatch has let go of it. Dispatch then forgets whatever has got that
    /// number next: a socket of this server would never be told that there is something to read.
    private static func setApart(_ descriptor: Int32) -> Int32 {
        #if os(Linux)
        guard descriptor >= 0 else { return descriptor }
        let apart = fcntl(descriptor, F_DUPFD_CLOEXEC, 512)
        guard apart >= 0 else { return descriptor }
        closeDescriptor(descriptor)
        return apart
        #else
        return descriptor
        #endif
    }

    private func prepare() {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        setOption(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
    private static let sendFlags: Int32 = 0
    #elseif canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #else
    private static let streamType = SOCK_STREAM
    private static let sendFlags = MSG_NOSIGNAL
    #endif
}

// Outside the type, where their names do not mean its methods.
private func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
}

private func systemAccept(_ descriptor: Int32) -> Int32 {
    accept(descriptor, nil, nil)
}
