import Hashing
import LocalFiles
import NoteArchives
package import NoteModel

/// Notes of sources that are never written, such as Core Data stores. A changed copy of such a note
/// is an archive of its own, which is shown in its place until the app changes the original.
package enum ReplacedNotes {
    /// Returns the positions of the notes that others replace.
    package static func positions(in notes: [Note]) -> Set<Int> {
        var replaced: Set<ReplacedNote> = []
        for note in notes { if let other = note.replaced { replaced.insert(other) } }
        guard !replaced.isEmpty else { return [] }
        let names = Set(replaced.map(\.identifier))
        return Set(
            notes.indices.filter {
                notes[$0].replaced == nil && names.contains(notes[$0].nameForReplacement)
                    && replaced.contains(ReplacedNote(of: notes[$0]))
            })
    }
}

extension ReplacedNote {
    /// Creates the record of a note as it is now.
    package init(of note: Note) {
        self.init(identifier: note.nameForReplacement, version: note.contentDigest.text)
    }
}

extension Note {
    fileprivate var nameForReplacement: String { identifier ?? id.numberedText }

    /// The digest of texts, strokes and positions, and of the names and sizes of media. It is
    /// archived, so that its definition cannot change.
    fileprivate var contentDigest: ContentDigest {
        var bytes: [UInt8] = []
        pages.json(in: .archive).append(to: &bytes)
        return ContentDigest(
            ofLines: [title, body, String(decoding: bytes, as: UTF8.self)]
                + (photos + recordings).flatMap {
                    [$0.name ?? "", $0.caption ?? "", $0.stored.map { String($0.count) } ?? ""]
                })
    }
}

extension NotesEditor {
    /// Returns a draft of a copy, to be changed and shown in place of a note whose source is never
    /// written.
    ///
    /// Its media become files in the folder Photos when it is created.
    ///
    /// - Parameter name: The beginning of the names of media without a name.
    /// - Throws: ``FileError`` if a photo or a recording cannot be read; ``UserError`` if the notes
    ///   folder is a single archive.
    package func replacementDraft(of note: Note, named name: String) throws -> NoteDraft {
        try requireFolder(for: "A changed note of \(note.id.source)")
        var copy = note
        for kind in Medium.Kind.allCases {
            for (index, medium) in copy.media[kind].enumerated() where medium.name == nil {
                guard let format = medium.stored?.format, format.kind == kind else { continue }
                copy.media[kind][index].name = "\(name)-\(index + 1).\(format.identifier)"
            }
        }
        copy.replaced = ReplacedNote(of: note)
        var copies = MediaPlacement.Copies()
        var media = try MediaPlacement(folder.path)
        try media.place(copy, copies: &copies)
        var archive = ImportedArchive(names: media.names, reading: reading)
        var draft = try newDraft(try archive.bytes(ofOnly: copy))
        if !note.hasOwnTitle { try draft.setTitle(note.title) }
        draft.copies = copies
        return draft
    }
}
