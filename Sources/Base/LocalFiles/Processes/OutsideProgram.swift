import Platform

/// A program of the system that does a part of the work, such as git. It ends with this process.
package struct OutsideProgram: Sendable {
    package let name: String
    package let path: String

    /// The result of a run.
    package struct Result: Sendable {
        package let ending: ProcessGroup.Ending
        /// The bytes that the program wrote to its standard output.
        package let output: [UInt8]
        /// The text that it wrote to its standard error.
        package let errors: String

        package var isSuccess: Bool { ending == .exited(status: 0) }

        /// The line of its errors that says most; a phrase about its end if it wrote none.
        package var reason: String {
            // Indented lines continue others.
            let lines = errors.split(whereSeparator: \.isNewline)
            // Advice may follow what git says first.
            if let line = lines.first(where: { $0.hasPrefix("fatal: ") })
                ?? lines.first(where: { $0.contains("[remote rejected]") })?
                .drop(while: { " !".contains($0) })
                ?? lines.last(where: { $0.first?.isWhitespace == false })
            {
                return String(line)
            }
            return switch ending {
            case .exited(let status): "it ended with status \(status)"
            case .signalled(let signal): "it was ended by signal \(signal)"
            case .exceededLimit: "it took too long and was stopped"
            case .notStarted(let error): "it could not be started: \(error.reason)"
            }
        }
    }

    /// Finds a program in the folders of the search path; nil if it is not installed.
    package init?(_ name: String) {
        let folders = (environmentVariable("PATH") ?? "/usr/bin:/bin")
            .split(separator: ":")
        guard
            let found = folders.map({ "\($0)/\(name)" as String })
                .first(where: { access($0, X_OK) == 0 })
        else { return nil }
        (self.name, path) = (name, found)
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - input: Its standard input.
    ///   - folder: The path of the folder to run in; nil for the current one.
    ///   - environment: Variables besides those of this process.
    ///   - scratch: The path of a folder for its input and output.
    ///   - lock: A locked file that it keeps open; nil for none.
    ///   - maximumMemory: The maximum size of its memory in bytes; nil for any.
    ///   - seconds: The limit of its processor time in seconds; nil for none.
    ///   - limit: The number of seconds after which it is ended.
    /// - Throws: ``FileError`` if its input cannot be written.
    package func run(
        _ arguments: [String], input: [UInt8] = [], in folder: String? = nil,
        environment: [String: String] = [:], scratch: String, keeping lock: Int32? = nil,
        maximumMemory: Int? = nil, seconds: Int? = nil, limit: Double
    ) throws(FileError) -> Result {
        let files = ["in", "out", "errors"].map { "\(scratch)/\(name).\($0)" }
        for file in files { try LocalFiles.remove(file) }
        try LocalFiles.create(files[0], bytes: input)
        let ending = ProcessGroup.run(
            "/bin/sh",
            arguments: [
                "-c",
                limits(memory: maximumMemory, seconds: seconds)
                    + #"i=$1 o=$2 e=$3; shift 3; exec "$@" < "$i" > "$o" 2> "$e""#, "notebinder",
            ] + files + [path] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            in: folder, keeping: lock, limit: limit)
        return Result(
            ending: ending, output: (try? LocalFiles.read(files[1])) ?? [],
            errors: String(decoding: (try? LocalFiles.read(files[2])) ?? [], as: UTF8.self))
    }

    /// Returns the commands of a shell that limit a program.
    private func limits(memory: Int?, seconds: Int?) -> String {
        // Not every system limits memory.
        (memory.map { "ulimit -v \($0 / 1_024) 2> /dev/null; " } ?? "")
            + (seconds.map { "ulimit -t \($0); " } ?? "")
    }
}
