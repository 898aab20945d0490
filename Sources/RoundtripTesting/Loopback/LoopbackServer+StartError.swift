public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension LoopbackServer {
    /// Why a server could not start.
    public enum StartError: Error, Hashable, Sendable {
        /// Another server listens on this port.
        case portInUse(UInt16)
        /// The system keeps this port for privileged programs, or the sandbox forbids to listen.
        case notPermitted(port: UInt16)
        /// The process has as many open files and sockets as it may have.
        case tooManyOpenFiles
        /// Any other refusal, with the system's error number.
        case system(code: Int32)

        init(code: Int32, port: UInt16) {
            switch code {
            case EADDRINUSE: self = .portInUse(port)
            case EACCES, EPERM: self = .notPermitted(port: port)
            case EMFILE, ENFILE: self = .tooManyOpenFiles
            default: self = .system(code: code)
            }
        }
    }
}

extension LoopbackServer.StartError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .portInUse(let port):
            "Port \(port) is in use by another program. Stop it, or start the server on port 0 to get a free one."
        case .notPermitted(let port):
            "This program is not allowed to listen on port \(port). Start the server on port 0 to get one that is."
        case .tooManyOpenFiles:
            "The server could not start because too many files and sockets are open. Stop the servers you no longer use."
        case .system(let code):
            "The server could not start: the system refused with error \(code)."
        }
    }
}
