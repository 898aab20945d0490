import Foundation

/// Runs one of the package's own programs, for what a test must see from a process of its own.
public enum ChildProcess {
    public struct Outcome: Sendable {
        public let status: Int32
        public let output: String
        public let errors: String
    }

    public struct NotBuilt: Error, CustomStringConvertible {
        public let description: String
    }

    /// Runs the program to its end. It stands beside the test bundle, where the package manager puts both.
    ///
    /// What it prints goes into files: reading from pipes would block threads that a server in this process needs.
    public static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
        try await spawn(try path(of: name), arguments)
    }

    /// Runs a program of the system, found as a shell finds it, to its end. Its status is 127 if there is none.
    public static func runOfSystem(_ name: String, _ arguments: [String]) async throws -> Outcome {
        try await spawn("/usr/bin/env", [name] + arguments)
    }

    /// By `posix_spawn`, since Foundation's `Process` on Linux now and then reads past the end of a buffer when it starts a
    /// program, and takes the tests down with it.
    private static func spawn(_ path: String, _ arguments: [String]) async throws -> Outcome {
        let (output, errors) = (try ScratchFile(), try ScratchFile())
        let child = try SpawnedProcess(
            path, arguments, output: output.handle.fileDescriptor, errors: errors.handle.fileDescriptor)
        return Outcome(status: await child.status(), output: try output.take(), errors: try errors.take())
    }

    private static let turns = Turns()

    /// Runs a program that keeps the whole machine busy: one at a time, so that the tests beside it get their turn too.
    public static func runAlone(_ name: String, _ arguments: [String]) async throws -> Outcome {
        await turns.take()
        do {
            let outcome = try await run(name, arguments)
            await turns.give()
            return outcome
        } catch {
            await turns.give()
            throw error
        }
    }

    private static func path(of name: String) throws -> String {
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        let beside = folder ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let program = beside.appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw NotBuilt(description: "\(name) is not built beside the tests. Run 'swift build --product \(name)'.")
        }
        return program.path
    }

    private struct ScratchFile {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let handle: FileHandle

        init() throws {
            try Data().write(to: url)
            handle = try FileHandle(forWritingTo: url)
        }

        /// The content; the file is gone afterwards.
        func take() throws -> String {
            defer { try? FileManager.default.removeItem(at: url) }
            try handle.close()
            return String(decoding: try Data(contentsOf: url), as: UTF8.self)
        }
    }
}
