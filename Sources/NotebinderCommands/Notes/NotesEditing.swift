import ArgumentParser
import BuildPipeline
import Foundation
import LocalFiles
import NoteArchives
import NoteModel

/// What the commands share that change notes.
struct NotesEditing {
    let catalog: Catalog
    let editor: NotesEditor
    private let lock: NotesLock?

    /// - Parameters:
    ///   - makingFolder: Whether a folder that is not there is made.
    ///   - isLocking: Whether nobody else may change notes meanwhile; not while a person edits.
    init(
        _ options: BuildOptions, makingFolder: Bool = false, isLocking: Bool = true
    ) throws {
        if makingFolder { try Self.makeFolder(options.notes) }
        lock = isLocking ? try NotesLock(options.notes) : nil
        let (notebook, report) = try BuildPipeline.read(options)
        catalog = Catalog(notebook, language: options.language)
        editor = try NotesEditor(
            options.notes, notebook: notebook, isComplete: report.sources.failed.isEmpty,
            reading: ReadingOptions(
                vocabulary: options.vocabulary, timeZone: options.timeZone))
    }

    /// Makes the notes folder if there is none.
    ///
    /// - Returns: True if there was none.
    /// - Throws: ``CommandError`` if it cannot be made.
    @discardableResult
    static func makeFolder(_ notes: String) throws -> Bool {
        do throws(FileError) {
            guard try LocalFiles.status(notes) == nil else { return false }
            try LocalFiles.makeFolder(LocalFiles.absolute(notes))
            return true
        } catch {
            throw CommandError("The notes folder \(notes) cannot be made: \(error).")
        }
    }

    /// Runs the work of a command; a failure is told, and ends the program with its status.
    static func run(_ work: () throws -> Void) throws {
        let failure: String
        var status: Int32 = 1
        do {
            return try work()
        } catch let error as BuildError {
            failure = error.message
            status = error.exitStatus
        } catch let error as EditingError {
            failure = error.message
        } catch let error as CommandError {
            failure = error.message
        }
        Messages().tell(failure: failure)
        throw ExitCode(status)
    }

    /// Changes one note.
    ///
    /// - Parameter change: Changes the draft and saves it, with `name` for the entry in the trash, and
    ///   returns whether there was anything to change.
    static func change(
        _ chosen: NoteArgument,
        _ change: (inout NoteDraft, _ editor: NotesEditor, _ name: String) throws -> Bool
    ) throws {
        try run {
            let editing = try NotesEditing(chosen.place.options())
            let entry = try editing.catalog.entry(chosen.note)
            var draft = try editing.draft(of: entry)
            draft.setModified(now)
            let isChanged = try change(&draft, editing.editor, entry.fileName)
            Messages().tell(isChanged ? "Changed \(entry.note.id.text)." : "Nothing changed.")
        }
    }

    /// Takes a note for changing its text or its photos.
    func draft(of entry: Catalog.Entry) throws -> NoteDraft {
        guard entry.note.deck == nil else {
            throw CommandError(
                "“\(entry.note.title)” is a deck of flash cards; `notebinder cards` changes its cards."
            )
        }
        return try editor.draft(of: entry.note.id)
    }

    /// The time of a change; archives keep no more than people want to know.
    static var now: Date {
        Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }

    /// A file to be added as a photo.
    static func photo(_ path: String) throws -> NewPhoto {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try LocalFiles.read(path)
        } catch {
            throw CommandError("The photo \(path) cannot be read: \(error.reason).")
        }
        guard PhotoKind(prefix: Array(bytes.prefix(32))) != nil else {
            throw CommandError("\(path) is no picture that is known here.")
        }
        return NewPhoto(name: URL(fileURLWithPath: path).lastPathComponent, bytes: bytes)
    }
}

/// Held while notes are changed, so that two programs do not change one file at a time.
final class NotesLock {
    private let folder: OpenFile

    /// Waits for another program that is at work, as long as that takes no person to do.
    ///
    /// - Throws: ``BuildError`` where it takes longer.
    init(_ notes: String) throws {
        let path = LocalFiles.absolute(notes)
        do throws(FileError) {
            let isFolder = try LocalFiles.status(path)?.isFolder ?? false
            folder = try OpenFile(isFolder ? path : LocalFiles.folder(of: path))
            // Each try waits for half a second.
            for _ in 0..<60 {
                if try folder.lockExclusively() { return }
            }
        } catch {
            throw CommandError("The notes \(notes) cannot be changed: \(error.reason).")
        }
        throw BuildError(
            "Another program is changing \(notes). Wait until it is done, then run again.",
            kind: .locked)
    }
}
