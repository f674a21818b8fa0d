import ArgumentParser
import BuildPipeline
import NoteModel
import Platform

struct StatusCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show when notebooks were built last, and how that ended.",
        discussion: """
            Reads what the last builds have left, and changes nothing. On a terminal it prints a \
            table; elsewhere a line for each notebook, with tabs between its columns.

            Example: notebinder status /srv/notebinder/*/notebinder.yml --older-than 26h

            Exit status: 0; 1 a path is no notebook, was never built, has an invalid configuration \
            or, with --older-than, no successful build since then; 64 wrong usage.
            """)

    @Argument(
        help: "Notebooks or their configurations; notebinder.yml, or else Notebook, by default.",
        completion: .file())
    var paths: [String] = []

    @Option(
        parsing: .unconditional,
        help:
            "Exit with 1 if the last successful build is older: a number of hours (h), days (d), weeks (w) or years (y)."
    )
    var olderThan: TimeSpan?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print metrics of Prometheus, for the textfile collector of node_exporter.")
    var prometheus = false

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        try require(!json || !prometheus, "--json and --prometheus exclude each other.")
    }

    /// A notebook with what is known of it.
    struct Row {
        let name: String
        let status: NotebookStatus?
        /// The reason why the path is no notebook, or cannot be built; nil if nothing prevents that.
        var problem: String?
        var isStale = false
    }

    func run() throws {
        let now = Date()
        var rows = named.flatMap { path -> [Row] in
            do {
                return try BuildPipeline.statuses(at: path).map {
                    Row(name: $0, status: $1, problem: $2)
                }
            } catch {
                return [Row(name: path, status: nil, problem: error.message)]
            }
        }
        if let limit = olderThan?.seconds {
            for index in rows.indices {
                let succeeded = rows[index].status?.succeeded ?? .distantPast
                rows[index].isStale = now.timeIntervalSince(succeeded) > limit
            }
        }
        if json {
            try Messages.print(JSONValue.array(rows.map { $0.json(at: now) }).indented)
        } else if prometheus {
            try Messages.print(Self.metrics(rows))
        } else {
            let columns: [(header: String, alignment: TextTable.Alignment)] = [
                ("Notebook", .left), ("State", .left), ("Age", .right), ("Duration", .right),
                ("Notes", .right), ("Problems", .right),
            ]
            try Messages.print(TextTable(columns, rows: rows.map { $0.cells(at: now) }))
        }
        for row in rows {
            if let problem = row.problem ?? row.status?.message {
                Messages.current.show(warning: "\(row.name): \(problem)")
            }
        }
        guard rows.allSatisfy({ $0.status != nil && $0.problem == nil && !$0.isStale }) else {
            throw ExitCode(1)
        }
    }

    private var named: [String] {
        guard paths.isEmpty else { return paths }
        let isThere = FileManager.default.fileExists(atPath: Configuration.defaultName)
        return [isThere ? Configuration.defaultName : "Notebook"]
    }

    /// The metrics, each with its value for all notebooks.
    private static func metrics(_ rows: [Row]) -> String {
        let metrics: [(name: String, help: String, value: (Row) -> Double?)] = [
            (
                "valid", "1 if the notebook can be built, 0 if its configuration is invalid.",
                { $0.problem == nil ? 1 : 0 }
            ),
            (
                "last_success_timestamp_seconds", "Time of the last successful build.",
                { $0.status?.succeeded?.timeIntervalSince1970 }
            ),
            (
                "last_run_timestamp_seconds", "Time of the last build.",
                { $0.status?.ended?.timeIntervalSince1970 }
            ),
            ("last_run_duration_seconds", "Duration of the last build.", { $0.status?.seconds }),
            (
                "last_exit_status", "Exit status of the last build.",
                { $0.status.map { Double($0.exitStatus) } }
            ),
            (
                "notes", "Notes that the last successful build has read.",
                { $0.status?.notes.map(Double.init) }
            ),
            ("problems", "Problems of the last build.", { $0.status?.problems.map(Double.init) }),
        ]
        return metrics.map { metric in
            let name = "notebinder_" + metric.name
            let lines = rows.compactMap { row in
                metric.value(row).map { value in
                    let number = Int(exactly: value).map { String($0) } ?? String(value)
                    return "\(name){notebook=\"\(escaped(row.name))\"} \(number)\n"
                }
            }
            return lines.isEmpty
                ? "" : "# HELP \(name) \(metric.help)\n# TYPE \(name) gauge\n" + lines.joined()
        }.joined()
    }

    /// Returns a label as the text format of Prometheus (version 0.0.4) has it.
    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}

extension StatusCommand.Row {
    private var state: String {
        guard problem == nil else { return status == nil ? "not a notebook" : "failed" }
        if isStale { return "stale" }
        return status?.exitStatus == 3 ? "hook or upload failed" : status?.state ?? "never built"
    }

    private func age(at now: Date) -> Double? {
        status?.succeeded.map { max(0, now.timeIntervalSince($0)) }
    }

    fileprivate func cells(at now: Date) -> [String] {
        [
            name, state, age(at: now).map(TimeSpan.rounded) ?? "",
            status?.seconds.map { "\(($0 * 10).rounded() / 10) s" } ?? "",
            status?.notes.map { String($0) } ?? "", status?.problems.map { String($0) } ?? "",
        ]
    }

    fileprivate func json(at now: Date) -> JSONValue {
        .object([
            ("notebook", .string(name)), ("state", .string(state)),
            ("exitStatus", status.map { .integer($0.exitStatus) } ?? .null),
            ("ended", .string(status?.ended.map { CivilTime($0).rfc3339 })),
            ("succeeded", .string(status?.succeeded.map { CivilTime($0).rfc3339 })),
            ("age", age(at: now).map { .integer(Int($0)) } ?? .null),
            ("seconds", status?.seconds.map { .real($0) } ?? .null),
            ("notes", status?.notes.map { .integer($0) } ?? .null),
            ("problems", status?.problems.map { .integer($0) } ?? .null),
            ("message", .string(problem ?? status?.message)),
        ])
    }
}
