import Foundation

/// A run of a program, with what it took.
struct ProgramRun {
    let status: Int32
    let seconds: Double
    /// Largest resident size in bytes, of the process or one that it started.
    let peakMemory: Int
    /// Of the process alone, looked at a hundred times a second; 0 where it cannot be told, or was
    /// over at once.
    let ownPeakMemory: Int
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
        var own = 0
        // Short runs are waited for closely, and not looked at.
        while wait4(process, &ended, WNOHANG, &usage) == 0 {
            let isShort = ContinuousClock.now - start < .milliseconds(200)
            if !isShort { own = max(own, Self.peak(of: process)) }
            usleep(isShort ? 200 : 10_000)
        }
        ownPeakMemory = own
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

    /// What the kernel calls the high-water mark of a process, in bytes.
    private static func peak(of process: pid_t) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let size = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return size * 1024
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
