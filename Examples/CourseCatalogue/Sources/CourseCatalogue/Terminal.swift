import Foundation

/// Lines for the person at the terminal, written at once, also into a pipe.
///
/// Whoever reads the pipe may leave before the end, as `head` does. That is no fault: the program ends without a word.
enum Terminal {
    @Sendable static func print(_ line: String) {
        switch writeAll(line + "\n", to: STDOUT_FILENO) {
        case 0: break
        case EPIPE: exit(0)
        case let code:
            printError(
                "The output cannot be written (error \(code)). Make room on the disk, or write to another place.")
            exit(74)
        }
    }

    static func printError(_ line: String) {
        _ = writeAll(line + "\n", to: STDERR_FILENO)
    }

    /// Makes a closed pipe an error of the next write, where it would end the process by a signal.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes all of the text, and returns 0 or the system's number for what went wrong.
    static func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
