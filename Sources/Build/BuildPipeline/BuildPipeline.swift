import LocalFiles
package import NoteModel
package import Orthography
import OutputPlan

/// A namespace for what commands other than ``Build`` do: reading, checking, rolling back, and
/// assigning slugs.
package enum BuildPipeline {
    /// Returns the slugs that a first publication would assign to notes, in their order. The
    /// oldest of the notes with the same title gets the plain slug.
    package static func slugs(of notes: [Note]) -> [Slug] {
        PermalinkLedger().assigning(
            notes.map { LedgerNote($0, signature: NoteSignature($0)) }
        ).permalinks.map(\.slug)
    }

    /// Refuses an output folder inside the notes folder, where it would be read as notes, and a
    /// notes folder inside the output folder, where it would be served.
    ///
    /// - Throws: ``UserFacingError`` in both cases, and if the folders are the same.
    static func requireApart(notes: String, output: String) throws {
        var existing = LocalFiles.absolute(output)
        var missing = ""
        while LocalFiles.resolved(existing) == nil, existing != "/" {
            let parent = LocalFiles.folder(of: existing)
            let last = existing.utf8.dropFirst(parent == "/" ? 0 : parent.utf8.count)
            missing = String(decoding: last, as: UTF8.self) + missing
            existing = parent
        }
        let output = (LocalFiles.resolved(existing) ?? existing) + missing
        guard output != notes, !LocalFiles.isBelow(output, notes),
            !LocalFiles.isBelow(notes, output)
        else {
            throw UserError(
                "The output folder \(output) and the notes folder \(notes) contain each other.",
                "Choose another folder with --output.")
        }
    }
}
