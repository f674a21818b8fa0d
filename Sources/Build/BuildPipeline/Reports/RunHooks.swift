import LocalFiles
import Platform

/// The owner's commands that a shell runs after a build. The path of the report is their last
/// argument.
///
/// The environment variable `NOTEBINDER_REPORT` has the same path, `NOTEBINDER_STATUS` is
/// `published` or `failed`, `NOTEBINDER_CHANGES` has the path of the list of changed files, and
/// `NOTEBINDER_EDITION` the name of the edition, if there are several.
package struct RunHooks: Sendable, Hashable {
    /// The command that is run by a shell after any tree was published, and by the next run if it
    /// failed; nil for none.
    package var published: String?
    /// The command that is run by a shell after a build failed, but not if another run held the
    /// lock; nil for none.
    package var failed: String?
    /// The number of seconds after which a command is ended; it counts as failed then. Without a
    /// limit, one that hangs would keep every later build from running.
    package var limit = 3600.0
    /// The path of the folder in which commands run, that of the configuration; nil for the current
    /// one.
    package var folder: String?

    /// The name of the edition; nil for the only notebook of its notes.
    var edition: String?

    /// Runs a command and waits for its end. Its standard output goes to standard error.
    ///
    /// - Parameters:
    ///   - changes: The path of the list of changed files; nil after a failure.
    ///   - lock: The lock on the output folder, which the command holds as long as it runs, even if
    ///     this process is killed; nil for none.
    func run(
        _ command: String, report: String, changes: String? = nil, status: RunStatus.State,
        keeping lock: Int32?
    ) -> Result {
        var environment = ProcessInfo.processInfo.environment
        environment["NOTEBINDER_REPORT"] = report
        environment["NOTEBINDER_STATUS"] = status.rawValue
        environment["NOTEBINDER_CHANGES"] = changes
        environment["NOTEBINDER_EDITION"] = edition
        // As an argument, the path is a single word for the shell, whatever characters it contains.
        let ending = ProcessGroup.run(
            "/bin/sh", arguments: ["-c", command + " \"$@\"", "notebinder", report],
            environment: environment, in: folder, keeping: lock, limit: limit)
        return Result(event: status, failure: failure(ending, of: command))
    }

    private func failure(_ ending: ProcessGroup.Ending, of command: String) -> String? {
        switch ending {
        case .exited(0): nil
        // The shell did not find it, or may not run it (section 2.8.2 of POSIX's shell).
        case .exited(127): "\(command) was not found in \(folder ?? "the current folder")"
        case .exited(126): "\(command) cannot be run; make it executable"
        case .exited(let status): "ended with status \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        case .exceededLimit:
            "did not end within \(Int(limit)) second\(limit == 1 ? "" : "s") and was stopped"
        case .notStarted(let error): "could not be started: \(error.reason)"
        }
    }

    /// The result of a hook that was run to its end, or could not be started.
    struct Result: Sendable {
        /// The status of the build that the hook was run for: `published` or `failed`.
        let event: RunStatus.State
        /// The failure, in words that complete "The hook …", such as “ended with status 1”; nil if
        /// it succeeded.
        let failure: String?
    }
}
