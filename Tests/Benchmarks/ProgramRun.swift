import Foundation

/// A run of a program, with the time and memory that it took.
struct ProgramRun {
    /// The exit status; 128 plus the signal if one ended the program.
    let status: Int32
    let seconds: Double
    /// The highest resident size in bytes, of the process or one that it started.
    ///
    /// The kernel includes the size of this process at the start of the other one. If that is
    /// larger, the value is `ownPeakMemory`.
    let peakMemory: Int
    /// The highest resident size of the process alone, which is read every two milliseconds; 0
    /// if it is unknown or the process ended within 200 ms.
    let ownPeakMemory: Int
    let errors: String

    init(_ path: String, arguments: [String]) throws {
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
            throw WorkerError(reason: "\(path): \(String(cString: strerror(code)))")
        }
        var usage = rusage()
        var ended: Int32 = 0
        var own = 0
        // Short runs are waited for closely; their memory is not read.
        while wait4(process, &ended, WNOHANG, &usage) == 0 {
            let isShort = ContinuousClock.now - start < .milliseconds(200)
            if !isShort { own = max(own, Self.peak(of: process)) }
            usleep(isShort ? 200 : 2_000)
        }
        ownPeakMemory = own
        seconds = (ContinuousClock.now - start).inSeconds
        let signal = ended & 0x7F
        status = signal == 0 ? ended >> 8 & 0xFF : 128 + signal
        #if canImport(Darwin)
            peakMemory = usage.ru_maxrss
        #else
            var ours = rusage()
            getrusage(RUSAGE_SELF.rawValue, &ours)
            peakMemory = usage.ru_maxrss > ours.ru_maxrss ? usage.ru_maxrss * 1024 : own
        #endif
        errors = (try? String(contentsOfFile: errorsFile, encoding: .utf8)) ?? ""
    }

    /// Runs a program whose success the measurement depends on.
    ///
    /// - Throws: ``WorkerError`` for any other exit status.
    @discardableResult
    static func checked(
        _ path: String, arguments: [String], accepting statuses: Set<Int32> = [0]
    ) throws -> ProgramRun {
        let run = try ProgramRun(path, arguments: arguments)
        guard statuses.contains(run.status) else {
            throw WorkerError(
                reason:
                    "\(([path] + arguments).joined(separator: " ")): exit status \(run.status)\n\(run.errors)"
            )
        }
        return run
    }

    /// Runs the program that is measured.
    @discardableResult
    static func ofNotebinder(
        _ arguments: [String], accepting statuses: Set<Int32> = [0]
    ) throws -> ProgramRun {
        try checked(Bench.programs + "/notebinder", arguments: arguments, accepting: statuses)
    }

    /// Runs this program, so that the memory for a task does not count for others.
    static func ofBench(_ arguments: [String]) throws {
        try checked(CommandLine.arguments[0], arguments: arguments)
    }

    /// Returns the largest resident size of a process so far, in bytes.
    private static func peak(of process: pid_t) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let size = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return size * 1024
    }
}

/// The redirections of a program's output.
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
