import KeyedArchives
import LocalFiles
import NoteArchives
package import NoteModel

extension NotesEditor {
    /// Moves a note to the place of another one in the list of their file, which is the owner's
    /// order in apps that keep all notes in one file.
    ///
    /// - Parameters:
    ///   - id: The note to move.
    ///   - other: The note whose place it takes; the notes between them move up or down.
    /// - Throws: ``UserError`` if the notes are not members of one list, or if the file has
    ///   changed since it was read.
    package func move(_ id: NoteID, to other: NoteID) throws {
        guard id != other else { return }
        let draft = try draft(of: id)
        let bytes = try draft.moved(to: other)
        try requireUnchanged(draft.archive)
        try LocalFiles.replaceDurably(draft.archive.file, bytes: bytes)
    }
}

extension NoteDraft {
    /// Returns the archive with the note in the place of another one of its list.
    fileprivate func moved(to other: NoteID) throws -> [UInt8] {
        guard let target = collector.archived.firstIndex(where: { $0.note.id == other }),
            let from = ListPosition(whole),
            let to = ListPosition(collector.archived[target].whole), from.list == to.list,
            let start = from.index, let end = to.index, let list = editor.place(at: from.list),
            var members = editor.members(of: list)
        else {
            throw UserError(
                "\(note.id.text) and \(other.text) are not in the same list, so their order cannot be changed."
            )
        }
        members.insert(members.remove(at: start), at: end)
        var draft = self
        draft.editor.setMembers(members, of: list)
        var expected = collector.notes
        expected.insert(expected.remove(at: index), at: target)
        return try draft.bytes(holding: expected)
    }
}
