import LocalFiles
import NoteModel
import Platform
import Synchronization

/// Remembers which sessions have changed which notes, so that a conflict can say where and when the
/// other version was made.
final class NoteChanges: Sendable {
    private struct Change {
        /// The version of the note afterwards; nil if it was deleted.
        let version: String?
        let session: String
        let date: Date
    }

    private let last = Mutex<[String: Change]>([:])

    /// Records a change.
    ///
    /// - Parameters:
    ///   - identifier: The opaque identifier of the note.
    ///   - version: The version of the note afterwards; nil if it was deleted.
    ///   - session: The cookie of the session that has changed it.
    func record(_ identifier: String, version: String?, by session: String) {
        last.withLock {
            $0[identifier] = Change(version: version, session: session, date: Date())
        }
    }

    /// Returns who has made the present version of a note, seen from a session, and when: another
    /// window of the same browser, another browser, or another program.
    ///
    /// - Parameters:
    ///   - version: The present version; nil if the note is gone.
    ///   - file: The path of its file; nil if it is gone.
    func author(
        of identifier: String, version: String?, file: String?, for session: String
    ) -> [JSONValue.Field] {
        let own = last.withLock { $0[identifier] }.flatMap { $0.version == version ? $0 : nil }
        let status = file.flatMap { (try? LocalFiles.status($0)) ?? nil }
        let date =
            own?.date ?? status.map { Date(timeIntervalSince1970: Double($0.modified) / 1e9) }
        let author = own.map { $0.session == session ? "window" : "browser" } ?? "program"
        return [
            .init("changedBy", value: .string(author)),
            .init("changedAt", value: .string(date.map { CivilTime($0).rfc3339 })),
        ]
    }
}
