import LocalFiles
import NoteModel
import Platform

/// A program that uploads files. It ends with this process, and keeps the lock on the notebook.
struct Tool: Sendable {
    private let name: String
    private let path: String
    private let lock: Int32?
    /// The folder for its input and output.
    private let scratch: String
    /// Further variables of its environment.
    var environment: [String: String] = [:]

    /// The number of seconds after which the program is ended. Without a limit, one that hangs would
    /// keep every later run from working.
    private static let limit = 86_400.0

    /// The result of a run.
    struct Result {
        let status: Int32
        let output: [UInt8]
        let errors: String

        /// The last thing that the program said, without the time and the level of rclone's lines.
        var reason: String {
            let lines = errors.split(separator: "\n").map { $0.trimmed }.filter { !$0.isEmpty }
            let last = lines.last { !$0.hasPrefix("status code") } ?? ""
            return last.replacing(
                /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d (?:[A-Z]+ *: )?(?:Failed to \w+: )?/, with: "")
        }
    }

    /// - Parameters:
    ///   - package: The Debian package that contains the program.
    ///   - lock: The lock on the notebook; nil for none.
    /// - Throws: ``UserError`` if the program is not installed.
    init(_ name: String, package: String, lock: Int32?, scratch: String) throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
            .split(separator: ":")
        guard
            let found = folders.map({ "\($0)/\(name)" as String }).first(where: {
                access($0, X_OK) == 0
            })
        else {
            throw UserError(
                "\(name) is not installed, and this destination needs it.",
                "Install the package \(package).")
        }
        (self.name, path, self.lock, self.scratch) = (name, found, lock, scratch)
    }

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - input: Its standard input.
    ///   - folder: The path of the folder to run in; nil for the current one.
    /// - Throws: ``UserError`` if it cannot be started or does not end; ``FileError``.
    func run(_ arguments: [String], input: [UInt8] = [], in folder: String? = nil) throws -> Result
    {
        let files = ["in", "out", "errors"].map { "\(scratch)/\(name).\($0)" }
        for file in files { try LocalFiles.remove(file) }
        try LocalFiles.create(files[0], bytes: input)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let ending = ProcessGroup.run(
            "/bin/sh",
            arguments: [
                "-c", #"i=$1 o=$2 e=$3; shift 3; exec "$@" < "$i" > "$o" 2> "$e""#, "notebinder",
            ] + files + [path] + arguments,
            environment: variables, in: folder, keeping: lock, limit: Self.limit)
        switch ending {
        case .exited(let status):
            return Result(
                status: status, output: (try? LocalFiles.read(files[1])) ?? [],
                errors: String(decoding: (try? LocalFiles.read(files[2])) ?? [], as: UTF8.self))
        case .signalled(let signal): throw UserError("\(name) was ended by signal \(signal).")
        case .exceededLimit: throw UserError("\(name) did not end within a day and was stopped.")
        case .notStarted(let error):
            throw UserError("\(name) could not be started: \(error.reason).")
        }
    }

    /// Runs the program, which has to succeed.
    ///
    /// - Parameter action: What it does, for the message, such as “upload the files”.
    /// - Returns: What it printed.
    /// - Throws: ``UserError`` if it fails, with what it said.
    @discardableResult
    func require(
        _ arguments: [String], input: [UInt8] = [], in folder: String? = nil, action: String
    ) throws -> [UInt8] {
        let result = try run(arguments, input: input, in: folder)
        guard result.status == 0 else { throw failure(result, action: action) }
        return result.output
    }

    /// Returns the error for a run that failed.
    func failure(_ result: Result, action: String) -> UserError {
        var reason = result.reason.isEmpty ? "it ended with status \(result.status)" : result.reason
        if reason.last != "." { reason += "." }
        return UserError(
            "\(name) could not \(action): \(reason)",
            "Check its configuration and your access; the next run goes on.")
    }
}
