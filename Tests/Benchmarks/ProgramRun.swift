import Foundation

/// A run of a program, with what it took.
struct ProgramRun {
    let status: Int32
    let seconds: Double
    /// Largest resident size in bytes.
    let peakMemory: Int
    let errors: String

    init(_ path: String, _ arguments: [String]) throws {
        let errorsFile = NSTemporaryDirectory() + "/notebinder-bench-errors-\(UUID().uuidString)"
        defer { unlink(errorsFile) }
        var actions = FileActions()
        actions.redirect(STDERR_FILENO, to: errorsFile)
        actions.redirect(STDOUT_FILENO, to: "/dev/null")
        let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let start = ContinuousClock.now
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions.actions, nil, words, environ)
        guard code == 0 else {
            throw BenchFailure(reason: "\(path): \(String(cString: strerror(code)))")
        }
        var usage = rusage()
        var ended: Int32 = 0
        while wait4(process, &ended, 0, &usage) < 0, errno == EINTR {}
        let spent = (ContinuousClock.now - start).components
        seconds = Double(spent.seconds) + Double(spent.attoseconds) / 1e18
        status = ended
        #if canImport(Darwin)
            peakMemory = usage.ru_maxrss
        #else
            peakMemory = usage.ru_maxrss * 1024
        #endif
        errors = (try? String(contentsOfFile: errorsFile, encoding: .utf8)) ?? ""
    }
}

/// Where a program's output goes.
private struct FileActions: ~Copyable {
    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
    #else
        var actions = posix_spawn_file_actions_t()
    #endif

    init() {
        posix_spawn_file_actions_init(&actions)
    }

    deinit {
        var actions = actions
        posix_spawn_file_actions_destroy(&actions)
    }

    mutating func redirect(_ descriptor: Int32, to path: String) {
        posix_spawn_file_actions_addopen(
            &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
}
