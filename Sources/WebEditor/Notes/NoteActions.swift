import BuildPipeline
import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import NotebookExports

/// Reads and changes notes for the editor's pages, one request at a time, with the locks, writers
/// and trash of the commands.
///
/// Every change begins with the files as they are at that moment: a note that has become another
/// one is not changed, and the page gets it to compare.
struct NoteActions: Sendable {
    let options: BuildOptions
    let notebook: EditorNotebook
    let uploads: UploadedFiles
    /// Called after every change, so that the site is built as soon as possible, with the revision
    /// of the notes; nil if they have not been read again yet.
    let changed: @Sendable (_ revision: Int?) -> Void

    /// Returns a note.
    ///
    /// - Throws: ``EditorError/gone(_:)``; ``BuildError``.
    func document(_ identifier: String) throws -> NoteDocument {
        let state = try notebook.state()
        guard let position = state.position(of: identifier) else {
            throw EditorError.gone("The note")
        }
        return document(state.notes[position], of: state, with: editor(for: state))
    }

    private func document(
        _ note: Note, of state: NotebookState, with editor: NotesEditor
    ) -> NoteDocument {
        let identifier = NotebookState.identifier(note.id)
        func unwritten(isReplaceable: Bool = false, problem: String? = nil) -> NoteDocument {
            NoteDocument(
                identifier: identifier, note: note, draft: nil, isReplaceable: isReplaceable,
                problem: problem)
        }
        guard note.deck == nil else { return unwritten() }
        guard !note.pages.contains(where: \.exceedsEditor) else {
            return unwritten(
                problem:
                    "The editor cannot change the handwriting of the app that this note comes from. The site shows it as it was written."
            )
        }
        guard state.sources[note.id.source]?.outcome.isOfDatabase != true else {
            return unwritten(isReplaceable: true)
        }
        do throws(EditingError) {
            let draft = try editor.draft(of: note.id)
            // The pages of other apps are in several files or in a form of their own.
            guard note.pages.isEmpty || draft.isLecture else {
                return unwritten(isReplaceable: true)
            }
            try draft.requireEditableBody()
            return NoteDocument(identifier: identifier, note: draft.note, draft: draft)
        } catch {
            return note.pages.isEmpty
                ? unwritten(problem: error.message) : unwritten(isReplaceable: true)
        }
    }

    /// Creates a note in a file of its own and returns it.
    func create(_ request: NoteRequest) throws -> NoteDocument {
        let title = try requireTitle(request)
        let source: String = try changing { editor in
            var draft = try editor.newDraft(
                ArchivedNote(
                    title: title, body: request.body ?? "", created: Self.now, modified: Self.now))
            if let kind = request.kind.flatMap({ Note.Kind(rawValue: $0) }),
                [.napkin, .lecture].contains(kind)
            {
                draft.setKind(kind)
            }
            try setDrawing(request, of: &draft)
            return try editor.create(
                draft, media: try media(request, of: draft.note),
                named: Catalog.fileName(of: title))
        } source: {
            $0
        }
        return try finished(NoteID(source: source, index: 0), request: request)
    }

    /// Returns a note that was changed, and deletes the uploaded files that it has taken.
    private func finished(_ id: NoteID, request: NoteRequest) throws -> NoteDocument {
        let state = try notebook.state(rereading: id.source)
        for upload in request.uploads { uploads.remove(upload) }
        guard let note = state.notes.first(where: { $0.id == id }) else {
            throw EditorError.gone("The note")
        }
        return document(note, of: state, with: editor(for: state))
    }

    /// Changes a note and returns it.
    ///
    /// - Parameter version: The version that the page has loaded.
    /// - Throws: ``EditorError/conflict(_:)`` if the note is another one now.
    func save(
        _ identifier: String, version: String, request: NoteRequest
    ) throws -> NoteDocument {
        if request.title != nil { _ = try requireTitle(request) }
        let readsAll = request.photos != nil || request.recordings != nil || request.pages != nil
        let id = try changing(readsAll: readsAll) { editor in
            let document = try present(identifier, version: version, with: editor)
            let note = document.note
            var draft: NoteDraft
            if let own = document.draft {
                draft = own
            } else if document.isReplaceable {
                draft = try editor.replacementDraft(
                    of: note, named: Catalog.fileName(of: note.title))
            } else {
                throw EditorError.malformed(document.problem ?? "the note has cards")
            }
            if let title = request.title, title != note.title { try draft.setTitle(title) }
            if let body = request.body, body != note.body { try draft.setBody(body) }
            try setDrawing(request, of: &draft)
            draft.setModified(Self.now)
            let name = Catalog.fileName(of: request.title ?? note.title)
            let media = try media(request, of: note)
            if document.isReplaceable {
                return NoteID(
                    source: try editor.create(draft, media: media, named: name), index: 0)
            }
            if media.isEmpty {
                try editor.save(draft, named: name)
            } else {
                try editor.save(draft, media: media, named: name)
            }
            return note.id
        } source: {
            $0.source
        }
        return try finished(id, request: request)
    }

    /// Moves a note to the trash and returns the identifier of the entry.
    func delete(_ identifier: String, version: String) throws -> String {
        try changing(readsAll: true) { editor in
            let document = try present(identifier, version: version, with: editor)
            let entry = try editor.delete(
                document.note.id, named: Catalog.fileName(of: document.note.title))
            return Self.identifier(of: entry)
        }
    }

    /// Moves a note to the place of another one in the list of their file.
    ///
    /// - Throws: ``EditorError/conflict(_:)`` if the notes have changed since the page loaded them.
    func move(_ request: OrderRequest) throws {
        try changing { editor in
            let state = try refreshed()
            guard state.revision == request.revision else { throw EditorError.conflict(.null) }
            guard let note = state.position(of: request.note),
                let place = state.position(of: request.place)
            else { throw EditorError.gone("The note") }
            try editor.move(state.notes[note].id, to: state.notes[place].id)
        }
    }

    /// Returns the note for which an identifier stands, if it is still the version that the page
    /// has loaded.
    ///
    /// Notes of one file move when another one is deleted; then the version tells which is meant.
    ///
    /// - Throws: ``EditorError``.
    func present(
        _ identifier: String, version: String, with editor: NotesEditor
    ) throws -> NoteDocument {
        let old = try notebook.state()
        // The file may have changed since, without having been reported yet.
        let state =
            try old.source(of: identifier).map { try notebook.state(rereading: $0) } ?? old
        let position = state.position(of: identifier)
        let found = position.map { document(state.notes[$0], of: state, with: editor) }
        if let found, found.version == version { return found }
        for other in state.positionsBeside(identifier) where other != position {
            let beside = document(state.notes[other], of: state, with: editor)
            if beside.version == version { return beside }
        }
        guard let found else { throw EditorError.gone("The note") }
        throw EditorError.conflict(found.json)
    }

    private func setDrawing(_ request: NoteRequest, of draft: inout NoteDraft) throws {
        guard let drawing = request.drawing else { return }
        let strokes = try drawing.strokes.map { stroke in
            guard let stroke = stroke.stroke else { throw EditorError.malformed("a stroke") }
            return stroke
        }
        let picture = try drawing.picture.map {
            NewPhoto(name: "drawing.png", bytes: try uploads.bytes(of: $0))
        }
        try draft.setDrawing(strokes, picture: picture)
    }

    private func requireTitle(_ request: NoteRequest) throws -> String {
        guard let title = request.title, title.contains(where: { !$0.isWhitespace }) else {
            throw EditorError.malformed("a note needs a title")
        }
        return title
    }

    /// The current time in whole seconds, for dating a change.
    private static var now: Date {
        Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }
}

// MARK: - Changing the folder

extension NoteActions {
    /// Changes notes under the lock of the folder.
    ///
    /// - Parameters:
    ///   - readsAll: True if photos may be deleted, so that it has to be known which notes show
    ///     them.
    ///   - source: Returns the name of the only source that was changed.
    func changing<Value>(
        readsAll: Bool = false, _ change: (NotesEditor) throws -> Value,
        source: (Value) -> String? = { _ in nil }
    ) throws -> Value {
        let lock = try NotesLock(options.notes)
        defer { withExtendedLifetime(lock) {} }
        let editor = try readsAll ? editorOfAll() : editor(for: notebook.state())
        let value = try change(editor)
        if let name = source(value) {
            // The notes are read before the build reads them, so that it misses no later change.
            changed(try? notebook.state(rereading: name).revision)
        } else {
            // The watch may report the change only after the next request.
            notebook.invalidate()
            changed(nil)
        }
        return value
    }

    /// Returns the notes as they are in the files now.
    func refreshed() throws -> NotebookState {
        notebook.invalidate()
        return try notebook.state()
    }

    func editor(for state: NotebookState) -> NotesEditor {
        NotesEditor(
            state.folder, notebook: Notebook(title: "", notes: state.notes),
            // Without the photos that texts name, it is not known who shows which.
            isComplete: false, reading: options.reading)
    }

    private func editorOfAll() throws -> NotesEditor {
        let (all, report) = try BuildPipeline.read(options)
        return try NotesEditor(
            options.notes, notebook: all, isComplete: report.sources.failed.isEmpty,
            reading: options.reading)
    }
}

extension Page {
    /// True if the page has what the pages of the editor cannot draw: strokes of curves, paper of its
    /// own or text boxes.
    fileprivate var exceedsEditor: Bool {
        if paper != nil || !textBoxes.isEmpty { return true }
        guard case .strokes(let strokes)? = drawing else { return false }
        return strokes.contains { !$0.anchorWidths.isEmpty }
    }
}
