import FileFormats
import NoteModel

/// The numbers of notes in a folder of an app that were read or not, by the reason. They add up to
/// all notes of the folder.
package struct FolderTally: Hashable, Sendable {
    /// The result of reading a note, or the reason why it was not read.
    package enum Fate: String, CaseIterable, Sendable {
        case read, locked
        case inCloud = "in iCloud only"
        case damaged
        case inTrash = "in Recently Deleted"
        case deleted
    }

    /// The name of the account; nil if it is not known.
    package let account: String?
    /// The names of the folders, the outermost first; empty for notes in none.
    package let folders: [String]
    package var counts: [Fate: Int] = [:]
}

extension FolderTally: Comparable {
    /// Sorts tallies by account and folder.
    package static func < (left: FolderTally, right: FolderTally) -> Bool {
        ([left.account ?? ""] + left.folders).lexicographicallyPrecedes(
            [right.account ?? ""] + right.folders)
    }
}

/// A reader of a store of Apple Notes, of any age.
protocol AppleNotesReader {
    var diagnostics: [Diagnostic] { get }
    /// The numbers of notes by account and folder, sorted by these, after ``read()``.
    var tallies: [FolderTally] { get }

    /// Returns the notes in the order of their creation. Call this once only.
    ///
    /// - Throws: ``SQLiteError`` if damage prevents all notes from being read.
    mutating func read() throws -> [Note]
}

extension Diagnostic {
    /// Returns a diagnostic about notes that are not read because their owner has deleted them; nil
    /// for none.
    ///
    /// - Parameters:
    ///   - deleted: The number of notes that the app has only until it is told so by a server.
    ///   - inTrash: The number of notes in *Recently Deleted*.
    static func deletedNotes(_ deleted: Int, inTrash: Int = 0, of source: String) -> Diagnostic? {
        let parts = [
            (inTrash, " in Recently Deleted", ""), (deleted, "", "deleted "),
        ].filter { $0.0 > 0 }.map { count, place, state in
            "\(count) \(state)\(count == 1 ? "note" : "notes")\(place)"
        }
        guard !parts.isEmpty else { return nil }
        return Diagnostic(
            .unreadTrash, origin: .init(source: source),
            summary:
                "\(source): \(parts.joined(separator: " and ")) \(deleted + inTrash == 1 ? "is" : "are") not read.",
            suggestion: inTrash == 0
                ? ""
                : "To read what is in Recently Deleted, add to notebinder.yml: trashed: publish.")
    }
}
