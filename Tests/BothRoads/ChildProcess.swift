public import Foundation

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
    public static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
        let process = try process(name, arguments)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        async let printed = read(output)
        async let complained = read(errors)
        let status = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
            // The child has its own copies; without closing these, the pipes would never end.
            try? output.fileHandleForWriting.close()
            try? errors.fileHandleForWriting.close()
        }
        return Outcome(status: status, output: await printed, errors: await complained)
    }

    /// A process that has not been started.
    public static func process(_ name: String, _ arguments: [String]) throws -> Process {
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        let beside = folder ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let program = beside.appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw NotBuilt(description: "\(name) is not built beside the tests. Run 'swift build --product \(name)'.")
        }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        return process
    }

    /// Reading blocks, so it has a thread of the system's own.
    private static func read(_ pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
                continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
            }
        }
    }
}
