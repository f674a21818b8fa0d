import Hashing
import LocalFiles
import NoteArchives
package import NoteModel

/// Notes of sources that are never written, such as Core Data stores. A changed copy of such a note
/// is an archive of its own, which is shown in its place until the app changes the original.
package enum ReplacedNotes {
    /// Returns the positions of the notes that others replace, and of those that only hide another.
    package static func positions(in notes: [Note]) -> Set<Int> {
        var replaced: Set<ReplacedNote> = []
        for note in notes {
            guard let other = note.replaced else { continue }
            replaced.insert(ReplacedNote(identifier: other.identifier, version: other.version))
        }
        guard !replaced.isEmpty else { return [] }
        let names = Set(replaced.map(\.identifier))
        return Set(
            notes.indices.filter {
                notes[$0].isHiding
                    || notes[$0].replaced == nil && names.contains(notes[$0].nameForReplacement)
                        && replaced.contains(ReplacedNote(of: notes[$0]))
            })
    }
}

extension ReplacedNote {
    /// Creates the record of a note as it is now.
    package init(of note: Note) { self.init(of: note, isHidden: false) }

    fileprivate init(of note: Note, isHidden: Bool) {
        self.init(
            identifier: note.nameForReplacement, version: note.contentDigest.text,
            isHidden: isHidden)
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
        // A transcript that is beside the same recording already stays.
        _ = try media.place(copy, copies: &copies)
        var archive = ImportedArchive(names: media.names, reading: reading)
        var draft = try newDraft(try archive.bytes(ofOnly: copy))
        if !note.hasOwnTitle { try draft.setTitle(note.title) }
        draft.copies = copies
        return draft
    }

    /// Hides a note whose source is never written, until its app changes it: an archive with its
    /// title and text takes its place, and is not shown.
    ///
    /// - Parameter note: The note as its source holds it.
    /// - Returns: The entry of the trash; restoring it shows the note again.
    func hide(_ note: Note, named name: String) throws -> NotesTrash.Entry {
        try requireFolder(for: "Hiding a note of \(note.id.source)")
        var hiding = Note(id: note.id, title: note.hasOwnTitle ? note.title : nil, body: note.body)
        // Earlier versions of the program know only the state.
        (hiding.state, hiding.replaced) = (.trashed, ReplacedNote(of: note, isHidden: true))
        var writer = ImportedArchive(names: [:], reading: reading)
        let archive = try writer.bytes(ofOnly: hiding)
        let file = try freeName(name, fileExtension: "data", in: folder.path)
        let rank = notebook.notes.filter { $0.id.source == note.id.source }
            .firstIndex { $0.id == note.id }
        let entry = try trash.add(
            named: name, title: note.title, source: note.id.source, position: nil,
            archive: archive, hiding: NotesTrash.Hiding(file: file, rank: rank))
        do {
            try LocalFiles.replaceDurably(folder.path + "/" + file, bytes: archive, isNew: true)
        } catch {
            try? trash.remove(entry)
            throw error
        }
        if let rank { changeOrder(note.id.source, at: rank, isRemoved: true) }
        return entry
    }

    /// Shows a hidden note again.
    ///
    /// - Parameter archive: The archive that hides it; its file may have another name by now.
    /// - Throws: ``UserError`` if the archive is damaged; ``FileError`` if its file cannot be removed.
    func show(_ hiding: NotesTrash.Hiding, archive: [UInt8], source: String?) throws {
        guard let hidden = notes(of: archive)?.first?.replaced, hidden.isHidden else {
            throw UserError(
                "The entry of the trash is damaged, so it is not known which note it hides.",
                "Remove \(hiding.file) from the notes folder to show the note again.")
        }
        func hides(_ path: String) -> Bool {
            guard let bytes = try? LocalFiles.read(path) else { return false }
            return notes(of: bytes)?.map(\.replaced) == [hidden]
        }
        let named = pathBelowFolder(hiding.file)
        let file =
            named.flatMap { hides($0) ? $0 : nil }
            ?? folder.sources.map(\.path).first(where: hides)
        guard let file else { return }
        try LocalFiles.remove(file)
        if let source, let rank = hiding.rank { changeOrder(source, at: rank, isRemoved: false) }
    }
}
