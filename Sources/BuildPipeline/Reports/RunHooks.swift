import Foundation

/// The owner's commands that a shell runs after a build. The path of the report is their last
/// argument.
///
/// The environment variable `NOTEBINDER_REPORT` has the same path, and `NOTEBINDER_STATUS` is
/// `published` or `failed`.
package struct RunHooks: Sendable, Hashable {
    /// The command that is run by a shell after any tree was published, and by the next run if it
    /// failed; nil for none.
    package var published: String?
    /// The command that is run by a shell after a build failed, but not if another run held the
    /// lock; nil for none.
    package var failed: String?

    package init() {}

    /// Runs a command and waits for its end. Its standard output goes to standard error.
    static func run(_ command: String, report: String, status: RunStatus.State) -> Result {
        Result(
            event: status, failure: failure(of: command, report: report, status: status.rawValue))
    }

    /// The result of a hook that was run to its end, or could not be started.
    struct Result: Sendable {
        /// The status of the build that the hook was run for: `published` or `failed`.
        let event: RunStatus.State
        /// The failure, in words that complete "The hook …", such as “ended with status 1”; nil if
        /// it succeeded.
        let failure: String?
    }

    private static func failure(of command: String, report: String, status: String) -> String? {
        var environment = ProcessInfo.processInfo.environment
        environment["NOTEBINDER_REPORT"] = report
        environment["NOTEBINDER_STATUS"] = status
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // As an argument, the path is a single word for the shell, whatever characters it contains.
        process.arguments = ["-c", command + " \"$@\"", "notebinder", report]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.standardError
        do {
            try process.run()
        } catch {
            return "could not be started"
        }
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
            return "was ended by signal \(process.terminationStatus)"
        }
        return process.terminationStatus == 0
            ? nil : "ended with status \(process.terminationStatus)"
    }
}
