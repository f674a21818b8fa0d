import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import Platform

/// The state shared by commands that change notes: the catalog, the editor and the lock, which is
/// held until this value goes out of scope.
struct NotesEditing: ~Copyable {
    let catalog: Catalog
    let editor: NotesEditor
    private let lock: NotesLock?

    /// Reads the notes folder.
    ///
    /// - Parameters:
    ///   - makingFolder: True to create the folder if it is missing.
    ///   - isLocking: True to keep other commands from changing the notes; false if the user may
    ///     take hours to edit a text meanwhile.
    init(_ options: BuildOptions, makingFolder: Bool = false, isLocking: Bool = true) throws {
        if makingFolder { try Self.makeFolder(options.notes) }
        let lock = isLocking ? try NotesLock(options.notes, waiting: options.waits) : nil
        let (notebook, report) = try BuildPipeline.read(options)
        let editor = try NotesEditor(
            options.notes, notebook: notebook, isComplete: report.sources.failed.isEmpty,
            reading: options.reading)
        catalog = Catalog(notebook, language: options.language)
        self.editor = editor
        self.lock = lock
    }

    /// Creates the notes folder if it is missing.
    ///
    /// - Returns: True if it was missing.
    /// - Throws: ``UserError`` if it cannot be created.
    @discardableResult
    static func makeFolder(_ notes: String) throws -> Bool {
        do {
            guard try LocalFiles.status(notes) == nil else { return false }
            try LocalFiles.makeProtectedFolder(LocalFiles.absolute(notes))
            return true
        } catch {
            throw UserError("The notes folder \(notes) cannot be created: \(error).")
        }
    }

    /// - Throws: ``UserError`` if the notes folder does not exist.
    static func requireFolder(_ notes: String) throws {
        guard LocalFiles.resolved(notes) == nil else { return }
        throw UserError(
            "The notes folder \(notes) does not exist.", "Check its name, or create it.")
    }

    /// Changes the photos of one note, dates the change and reports whether there was one.
    ///
    /// - Parameter photos: Returns the photos that the note is to have; nil for the present ones.
    static func changePhotos(
        of chosen: NoteArgument, to photos: (Note) throws -> [EditedMedium]?
    ) throws {
        let editing = try NotesEditing(chosen.place.options())
        let entry = try editing.catalog.named(chosen.note)
        var draft = try editing.draft(of: entry)
        draft.setModified(now)
        guard let photos = try photos(draft.note) else {
            return Messages.current.show("Nothing changed.")
        }
        try editing.editor.save(
            draft, media: EditedMedia(photos: photos), named: entry.fileName)
        Messages.current.show("Changed \(entry.note.id.text).")
    }

    /// Returns a draft for changing the text or the photos of a note.
    ///
    /// - Throws: ``UserError`` if the note is a deck.
    func draft(of entry: Catalog.Entry) throws -> NoteDraft {
        guard entry.note.deck == nil else {
            throw UserError(
                "“\(entry.note.title)” is a deck of flash cards; `notebinder cards` changes its cards."
            )
        }
        return try editor.draft(of: entry.note.id)
    }

    /// The current time in whole seconds, for dating a change.
    static var now: Date {
        Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }

    /// Reads a file to be added as a photo.
    ///
    /// - Throws: ``UserError`` if it cannot be read or is not a photo of a known format.
    static func photo(_ path: String) throws -> NewMedium {
        let bytes = try UserError.reading("The photo \(path)") { try LocalFiles.read(path) }
        guard PhotoKind(prefix: Array(bytes.prefix(32))) != nil else {
            throw UserError("\(path) is not a picture of a known format.")
        }
        return NewMedium(name: URL(fileURLWithPath: path).lastPathComponent, bytes: bytes)
    }
}

extension Catalog {
    /// Returns the note that a command-line argument names, and warns if the argument is also the
    /// file or the address of another note.
    ///
    /// - Throws: ``UserError``.
    func named(_ name: String, exactly: Bool = false) throws -> Entry {
        let found = try entry(name, exactly: exactly)
        if let other = otherMeaning(of: name, than: found) {
            Messages.current.show(
                warning:
                    "“\(name)” is taken for “\(found.note.title)”, \(found.note.id.text); the file or the address of “\(other.note.title)”, \(other.note.id.text), is called so as well."
            )
        }
        return found
    }
}
