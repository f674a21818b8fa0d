import LocalFiles
import NoteModel
import Platform

/// A program that uploads files, and keeps the lock on the notebook.
struct Tool: Sendable {
    private let program: OutsideProgram
    private let lock: Int32?
    /// The folder for its input and output.
    private let scratch: String
    /// Further variables of its environment.
    var environment: [String: String] = [:]

    /// The number of seconds after which the program is ended. Without a limit, one that hangs would
    /// keep every later run from working.
    private static let limit = 86_400.0

    /// - Parameters:
    ///   - package: The Debian package that contains the program.
    ///   - lock: The lock on the notebook; nil for none.
    /// - Throws: ``UserError`` if the program is not installed.
    init(_ name: String, package: String, lock: Int32?, scratch: String) throws {
        guard let program = OutsideProgram(name) else {
            throw UserError(
                "\(name) is not installed, and this destination needs it.",
                "Install the package \(package).")
        }
        (self.program, self.lock, self.scratch) = (program, lock, scratch)
    }

    /// Runs the program.
    ///
    /// - Parameter input: Its standard input.
    /// - Throws: ``UserError`` if it does not end by itself; ``FileError``.
    func run(_ arguments: [String], input: [UInt8] = []) throws -> OutsideProgram.Result {
        let result = try program.run(
            arguments, input: input, environment: environment, scratch: scratch, keeping: lock,
            limit: Self.limit)
        guard case .exited = result.ending else { throw failure(result, action: "do its work") }
        return result
    }

    /// Runs the program, which has to succeed.
    ///
    /// - Parameter action: What it does, for the message, such as “upload the files”.
    /// - Returns: What it printed.
    /// - Throws: ``UserError`` if it fails, with what it said.
    @discardableResult
    func require(_ arguments: [String], input: [UInt8] = [], action: String) throws -> [UInt8] {
        let result = try run(arguments, input: input)
        guard result.isSuccess else { throw failure(result, action: action) }
        return result.output
    }

    /// Returns the error for a run that failed.
    func failure(_ result: OutsideProgram.Result, action: String) -> UserError {
        // Lines of rclone begin with the time and a level.
        let reason = result.reason.replacing(
            /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d (?:[A-Z]+ *: )?(?:Failed to \w+: )?/, with: "")
        return UserError(
            "\(program.name) could not \(action): \(reason)\(reason.last == "." ? "" : ".")",
            "Check its configuration and your access; the next run goes on.")
    }
}

extension OutsideProgram.Result {
    /// The exit status; -1 for a program that did not end by itself.
    var status: Int32 { if case .exited(let status) = ending { status } else { -1 } }
}
