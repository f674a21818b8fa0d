private import CFileSystem
import Platform
import Synchronization

/// A program that runs in a process group of its own, which ends with this process.
package enum ProcessGroup {
    /// The result of running a program.
    package enum Ending: Hashable, Sendable {
        case exited(status: Int32)
        case signalled(Int32)
        /// The program was ended because it exceeded its limit of time.
        case exceededLimit
        case notStarted(FileError)
    }

    private static let running = Mutex(())

    /// Makes an interrupt of this process write a message to standard error before it ends the
    /// process and the running group.
    package static func explainInterrupt(_ message: String) {
        cfilesystem_explain_interrupt(message)
    }

    /// Runs a program to its end. Its standard output goes to standard error, and its standard
    /// input is empty.
    ///
    /// A signal that ends this process ends the group too. If this process is killed, the group
    /// goes on and keeps the lock. Processes of the group that are left when the program ends are
    /// ended.
    ///
    /// - Parameters:
    ///   - program: The absolute path of the program.
    ///   - folder: The path of the folder to run in; nil for the current one.
    ///   - lock: A locked file that the processes of the group keep open; nil for none.
    ///   - limit: The number of seconds after which the group is ended.
    package static func run(
        _ program: String, arguments: [String], environment: [String: String], in folder: String?,
        keeping lock: Int32?, limit: Double
    ) -> Ending {
        var arguments = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var status: Int32 = 0
        let code = running.withLock { _ in
            cfilesystem_run_group(&arguments, &variables, folder, lock ?? -1, limit, &status)
        }
        guard code == 0 else {
            return .notStarted(FileError(action: "start", path: program, code: code))
        }
        guard status >= 0 else { return .exceededLimit }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status: (status >> 8) & 0xFF) : .signalled(signal)
    }
}
