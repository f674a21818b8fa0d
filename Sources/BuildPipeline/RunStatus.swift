import Foundation
import LocalFiles
import NoteModel

/// What monitoring asks of a notebook: how the last run ended, and when.
struct RunStatus {
    enum State: String {
        case published, unchanged, failed
    }

    let state: State
    let isComplete: Bool
    /// Nil where that is not known.
    let noteCount: Int?
    let problemCount: Int?
    /// When trees were published last; nil for never.
    let published: Date?
    /// Why nothing was published.
    var message: String?

    private var exitStatus: Int { state == .failed ? 1 : isComplete ? 0 : 2 }

    /// Writes the status beside the other records.
    func write(to path: String) {
        var fields: [(String, JSONValue)] = [
            ("status", .string(state.rawValue)), ("exitStatus", .integer(exitStatus)),
            ("ended", .string(CivilTime(Date()).rfc3339)),
            ("published", .string(published.map { CivilTime($0).rfc3339 })),
            ("notes", noteCount.map { .integer($0) } ?? .null),
            ("problems", problemCount.map { .integer($0) } ?? .null),
            ("version", .string(ProgramVersion.text)),
        ]
        if let message { fields.append(("message", .string(message))) }
        // Who watches sees that it is old.
        try? LocalFiles.replace(path, JSONValue.object(fields).indented)
    }
}
