import Foundation

/// Lines for the person at the terminal, written at once, also into a pipe.
enum Terminal {
    @Sendable static func print(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func printError(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
