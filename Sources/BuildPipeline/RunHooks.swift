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
    ///
    /// - Returns: Nil where it went well, else what came of it, in words that complete "The hook …".
    static func run(_ command: String, report: String, status: String) -> String? {
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
