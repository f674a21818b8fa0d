import LocalFiles
import NoteModel
import Platform

/// The status of the last run, which is written to `.notebinder/status.json` for monitoring.
struct RunStatus {
    enum State: String, Sendable {
        case published, unchanged, failed
    }

    let state: State
    /// The record of the run or, after a failure, that of the last successful one; nil if there is
    /// none.
    let record: BuildRecord?
    /// The diagnostics of the run, those of its report.
    let diagnostics: [Diagnostic]
    /// The reason why nothing was published, as a message for the user, and the exit status; nil
    /// for a run that did not fail.
    var failure: (message: String, exitStatus: Int32)?
    /// The date at which the run began; nil if it is not known.
    var start: Date?
    /// The result of the hook that was run for the event; nil if none was run.
    var hook: RunHooks.Result?

    private var exitStatus: Int {
        if let failure { return Int(failure.exitStatus) }
        let isOwed =
            hook?.failure != nil || diagnostics.contains { $0.identifier == .failedUpload }
        return isOwed ? 3 : record?.isComplete == true ? 0 : 2
    }

    private var hookFields: JSONValue {
        guard let hook else { return .null }
        return .object([
            ("event", .string(hook.event.rawValue)),
            ("status", .string(hook.failure == nil ? "done" : "failed")),
            ("reason", .string(hook.failure)),
        ])
    }

    /// Writes the status to a file as JSON.
    ///
    /// - Throws: ``FileError``. In that case monitoring still sees the status of an earlier run.
    func write(to path: String) throws {
        let now = Date()
        // A site that does not reach its readers is no success.
        let succeeded =
            failure == nil && record?.owesHook != true
            ? CivilTime(now).rfc3339
            : NotebookStatus(contentsOf: path)?.succeeded.map { CivilTime($0).rfc3339 }
        let seconds = start.map { (now.timeIntervalSince($0) * 1_000).rounded() / 1_000 }
        let problemCount = failure == nil ? record?.problemCount : diagnostics.count
        var fields: [(String, JSONValue)] = [
            ("status", .string(state.rawValue)), ("exitStatus", .integer(exitStatus)),
            ("ended", .string(CivilTime(now).rfc3339)), ("succeeded", .string(succeeded)),
            ("seconds", seconds.map { .real($0) } ?? .null),
            ("published", .string(record?.published.map { CivilTime($0).rfc3339 })),
            ("notes", record.map { .integer($0.noteCount) } ?? .null),
            ("problems", problemCount.map { .integer($0) } ?? .null),
            ("hook", hookFields), ("version", .string(ProgramVersion.text)),
        ]
        fields.append(
            (
                "diagnostics",
                .array(
                    diagnostics.map { diagnostic in
                        .object([
                            ("identifier", .string(diagnostic.identifier.rawValue)),
                            ("severity", .string(diagnostic.severity.rawValue)),
                            ("source", .string(diagnostic.origin.source)),
                            ("summary", .string(diagnostic.summary)),
                        ])
                    })
            ))
        if let failure { fields.append(("message", .string(failure.message))) }
        let bytes = JSONValue.object(fields).indented
        do { try LocalFiles.replace(path, bytes: bytes) } catch {
            guard error.isDiskFull, let file = try? OpenFile(path, access: .update) else {
                throw error
            }
            // The disk has room for a file of about the size that is there, and somebody has to learn
            // that the disk is full.
            try file.write(bytes, at: 0)
            try file.truncate(to: bytes.count)
        }
    }
}
