import Foundation

/// Commands of the owner's that are run after a run, by the shell, with the path of the report
/// behind them.
package struct RunHooks: Sendable, Hashable {
    /// When any tree was published.
    package var published: String?
    /// When nothing could be.
    package var failed: String?

    package init() {}

    /// Runs a command and waits for its end; what it prints goes where this program's messages go.
    static func run(_ command: String, report: String, status: RunStatus.State) -> Result {
        Result(
            event: status, failure: failure(of: command, report: report, status: status.rawValue))
    }

    /// The result of a hook that was run.
    struct Result: Sendable {
        /// The end of the run that the hook is for.
        let event: RunStatus.State
        /// The failure, in words that complete "The hook …"; nil if it succeeded.
        let failure: String?
    }

    private static func failure(of command: String, report: String, status: String) -> String? {
        var environment = ProcessInfo.processInfo.environment
        environment["NOTEBINDER_REPORT"] = report
        environment["NOTEBINDER_STATUS"] = status
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Whatever the path holds, the shell takes it for one word.
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
