import Foundation

/// A program that was started, and will be waited for.
struct SpawnedProcess {
    struct NotStarted: Error {
        let path: String
        let code: Int32
    }

    private let id: pid_t

    /// Starts the program with this process's environment, with nothing to read, and with no descriptor but these.
    init(_ path: String, _ arguments: [String], output: Int32, errors: Int32) throws {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        #endif
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        #if !canImport(Darwin)
        // Closing what is not open is no error here. Darwin closes at the program's start what is not named above.
        for descriptor in STDERR_FILENO + 1..<Self.descriptorLimit {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        #endif
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var id = pid_t()
        let code = Self.withCStrings([path] + arguments) { arguments in
            Self.withCStrings(environment) { environment in
                posix_spawn(&id, path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw NotStarted(path: path, code: code) }
        self.id = id
    }

    /// Waits for the end, on a thread of its own: the exit status, or the number of the signal that ended it.
    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var status: Int32 = 0
                while waitpid(id, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? status >> 8 & 0xFF : signal)
            }
        }
    }

    #if !canImport(Darwin)
    /// No descriptor of the tests is as high.
    private static var descriptorLimit: Int32 {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int32(min(limit.rlim_cur, 8192))
    }
    #endif

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}
