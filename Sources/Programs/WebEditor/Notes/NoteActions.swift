import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import Platform

/// Reads and changes notes for the editor's pages, one request at a time, with the locks, writers
/// and trash of the commands.
///
/// Every change starts from the current files: a note that was changed meanwhile is not
/// overwritten, and the page gets it for comparison.
struct NoteActions: Sendable {
    let options: BuildOptions
    let notebook: EditorNotebook
    let uploads: UploadedFiles
    /// Called after every change to start a build, with the revision of the notes, or nil if they
    /// have not been read again yet.
    let changed: @Sendable (_ revision: Int?) -> Void

    /// Returns a note.
    ///
    /// - Parameter version: The version that is wanted, if it is in the folder or in the trash; nil
    ///   for the present one.
    /// - Throws: ``EditorError/gone(_:)``; ``UserFacingError``.
    func document(_ identifier: String, version: String? = nil) throws -> NoteDocument {
        let state = try notebook.state()
        let editor = editor(for: state)
        let present = state[identifier].map { document($0, of: state, with: editor) }
        if let version, present?.version != version,
            let found = try trashed(identifier, version: version, with: editor)
        {
            return NoteDocument(
                identifier: identifier, note: found.note, draft: found.draft, isEarlier: true)
        }
        guard let present else { throw state.absence(of: identifier, called: "The note") }
        return present
    }

    /// Returns a note with its media.
    ///
    /// - Parameter version: The version that is wanted, which may be in the trash; nil for the
    ///   present one.
    /// - Throws: ``EditorError/gone(_:)``; ``UserFacingError``.
    func note(_ identifier: String, earlier version: String?) throws -> Note {
        let state = try notebook.state()
        guard let version else {
            guard let present = state[identifier] else { throw EditorError.gone("The note") }
            return present.note
        }
        // An archive that is stored as a difference is written as a whole.
        let lock = try NotesLock(options.notes)
        defer { withExtendedLifetime(lock) {} }
        do {
            return try copied(.init(note: identifier, version: version), with: editor(for: state))
        } catch EditorError.conflict {
            throw EditorError.gone("This version of the note")
        }
    }

    /// Returns a version of a note that is in the trash; nil if there is none.
    private func trashed(
        _ identifier: String, version: String, with editor: NotesEditor
    ) throws -> (draft: NoteDraft, note: Note, entry: NotesTrash.Entry)? {
        try editor.trashed {
            NoteDocument(identifier: identifier, note: $0.note, draft: $0).version == version
        }
    }

    /// Returns the version of a note to copy, which may be in the trash.
    ///
    /// - Throws: ``EditorError/gone(_:)`` or ``EditorError/conflict(_:)`` if it is nowhere.
    private func copied(
        _ reference: NoteRequest.NoteReference, with editor: NotesEditor
    ) throws -> Note {
        do {
            return try present(reference.note, version: reference.version, with: editor).note
        } catch let error as EditorError {
            guard
                let found = try trashed(reference.note, version: reference.version, with: editor)
            else { throw error }
            return editor.located(found.note, in: found.entry)
        }
    }

    private func document(
        _ found: IdentifiedNote, of state: NotebookState, with editor: NotesEditor
    ) -> NoteDocument {
        let (note, identifier) = (found.note, found.identifier)
        func unwritten(isReplaceable: Bool = false, problem: String? = nil) -> NoteDocument {
            NoteDocument(
                identifier: identifier, note: note, draft: nil, isReplaceable: isReplaceable,
                problem: problem)
        }
        guard note.deck == nil else { return unwritten() }
        let pagesProblem =
            note.pages.contains(where: \.exceedsEditor)
            ? "The editor cannot change the handwriting of the app that this note comes from. The site shows it as it was written."
            : nil
        let replaceable = unwritten(isReplaceable: pagesProblem == nil, problem: pagesProblem)
        guard !state.isOfDatabase(note.id) else { return replaceable }
        do {
            let draft = try editor.draft(of: note.id)
            // The pages of other apps are in several files or in a form of their own.
            guard note.pages.isEmpty || draft.isLecture else { return replaceable }
            try draft.requireEditableBody()
            let ink = draft.ink
            let base = ink?.base.flatMap { try? uploads.keep($0) }
            return NoteDocument(
                identifier: identifier, note: draft.note, draft: draft, pagesProblem: pagesProblem,
                // Without the picture below it, the ink is only a part of the drawing.
                ink: ink?.base == nil || base != nil ? ink?.text : nil, inkBase: base)
        } catch {
            return note.pages.isEmpty ? unwritten(problem: error.message) : replaceable
        }
    }

    /// Returns a note that is not saved yet, with the forms in which its app stores photos and
    /// drawings.
    func blank(_ kind: String) throws -> NoteDocument {
        let editor = editor(for: try notebook.state())
        let note = Note(id: NoteID(source: "", index: 0), title: "", body: "")
        let listed = kind == "napkin" ? editor.newNapkin(dated: Self.now) : nil
        let draft = try listed ?? editor.newDraft(ArchivedNote(title: "", body: ""))
        return NoteDocument(identifier: "", note: note, draft: draft)
    }

    /// Creates a note and returns it: a napkin in the list of its app if there is one, any other
    /// note in a file of its own.
    func create(_ request: NoteRequest) throws -> NoteDocument {
        let title = try requireTitle(request)
        let id: NoteID = try changing { editor in
            if request.kind == "napkin", request.copyOf == nil,
                let draft = editor.newNapkin(dated: Self.now),
                // What the list of the app cannot hold is a note of its own.
                let id = try? append(draft, request, with: editor)
            {
                return id
            }
            let base = try request.copyOf.map { try copied($0, with: editor) }
            var draft = try editor.newDraft(
                ArchivedNote(title: title, body: "", created: Self.now, modified: Self.now))
            if let kind = request.kind.flatMap({ Note.Kind(rawValue: $0) }),
                [.napkin, .lecture].contains(kind)
            {
                draft.setKind(kind)
            }
            let media = try apply(request, to: &draft, base: base)
            let name = Catalog.fileName(of: title)
            return NoteID(source: try editor.create(draft, media: media, named: name), index: 0)
        }
        return try finished(id, request: request)
    }

    /// Adds a note to the list of its app.
    private func append(
        _ draft: NoteDraft, _ request: NoteRequest, with editor: NotesEditor
    ) throws -> NoteID {
        var (draft, request) = (draft, request)
        // The title of the neighbour may be one without a field of its own.
        try draft.setTitle(requireTitle(request))
        request.body = request.body ?? ""
        request.drawing = request.drawing ?? NoteRequest.DrawingRequest(strokes: [])
        var media = try apply(request, to: &draft, base: nil)
        media.photos = media.photos ?? []
        return try editor.append(draft, media: media)
    }

    /// Returns a changed note, and deletes the uploaded files that are now part of it.
    private func finished(_ id: NoteID, request: NoteRequest) throws -> NoteDocument {
        let state = try notebook.state()
        for upload in request.uploads { uploads.remove(upload) }
        guard let note = state[id] else { throw EditorError.gone("The note") }
        return document(note, of: state, with: editor(for: state))
    }

    /// Changes a note and returns it.
    ///
    /// - Parameter version: The version that the page has loaded.
    /// - Throws: ``EditorError/conflict(_:)`` if the note is another one now.
    func save(_ identifier: String, version: String, request: NoteRequest) throws -> NoteDocument {
        if request.title != nil { _ = try requireTitle(request) }
        defer { notebook.endChange() }
        let readsAll = request.changesMedia || request.copyOf != nil
        let id = try changing(readsAll: readsAll) { editor in
            let document = try present(identifier, version: version, with: editor)
            let note = document.note
            if let problem = document.pagesProblem, request.changesMedia {
                throw EditorError.malformed(problem)
            }
            // A request that returns to an earlier version has the positions of that version.
            let base = try request.copyOf.map { try copied($0, with: editor) }
            var draft = try self.draft(of: document, with: editor)
            let media = try apply(request, to: &draft, base: base ?? note)
            draft.setModified(Self.now)
            let name = Catalog.fileName(of: request.title ?? note.title)
            if document.isReplaceable {
                return NoteID(source: try editor.create(draft, media: media, named: name), index: 0)
            }
            notebook.beginChange(of: document.identifier, at: note.id)
            if media.isEmpty {
                try editor.save(draft, named: name)
            } else {
                try editor.save(draft, media: media, named: name)
            }
            return note.id
        }
        return try finished(id, request: request)
    }

    /// Returns a draft for changing a note.
    private func draft(of document: NoteDocument, with editor: NotesEditor) throws -> NoteDraft {
        if let own = document.draft { return own }
        guard document.isReplaceable else {
            throw EditorError.malformed(document.problem ?? "the note has cards")
        }
        return try editor.replacementDraft(
            of: document.note, named: Catalog.fileName(of: document.note.title))
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

    /// Moves a note to the place of another one in the owner's order.
    ///
    /// - Throws: ``EditorError/conflict(_:)`` if the notes have changed since the page loaded them.
    func move(_ request: OrderRequest) throws {
        try changing { editor in
            let state = try notebook.state()
            guard state.revision == request.revision else { throw EditorError.conflict(.null) }
            guard let note = state[request.note], let place = state[request.place] else {
                throw EditorError.gone("The note")
            }
            try editor.move(note.note.id, to: place.note.id)
        }
        // The site may show another order although no note has changed.
        changed(nil)
    }

    /// Returns the note with an identifier, if it is still the version that the page has loaded.
    ///
    /// - Throws: ``EditorError/gone(_:)`` if the note is no longer there, even if another one has
    ///   taken its place; ``EditorError/conflict(_:)`` if it has changed.
    func present(
        _ identifier: String, version: String, with editor: NotesEditor
    ) throws -> NoteDocument {
        let state = try notebook.state()
        guard let note = state[identifier] else {
            throw state.absence(of: identifier, called: "The note")
        }
        let found = document(note, of: state, with: editor)
        guard found.version == version else { throw EditorError.conflict(found.json) }
        return found
    }

    /// Applies what a request gives to a draft, and returns the media that the note is to have.
    ///
    /// - Parameter base: The note to which positions refer: the saved one, for a copy its original,
    ///   and nil for a new one.
    private func apply(
        _ request: NoteRequest, to draft: inout NoteDraft, base: Note?
    ) throws -> EditedMedia {
        try request.check(against: base)
        var names = NewFileNames(
            in: try notebook.state().folder, photosAreFiles: (try? draft.photoForm()) == .names)
        let media = try media(
            request, of: base ?? Note(id: NoteID(source: "", index: 0), title: nil, body: ""),
            isCopy: request.copyOf != nil, names: &names)
        let old = draft.note
        if let title = request.title, title != old.title { try draft.setTitle(title) }
        let body = request.body.map { names.renamingReferences(in: $0) }
        if let body, body != old.body { try draft.setBody(body) }
        try setDrawing(request, of: &draft, base: base)
        return media
    }

    /// - Parameter base: The saved note; for a copy, its original.
    private func setDrawing(_ request: NoteRequest, of draft: inout NoteDraft, base: Note?) throws {
        guard let drawing = request.drawing else {
            // A copy has the drawing of its original.
            let strokes = request.copyOf == nil ? [] : base?.drawing?.strokes ?? []
            return strokes.isEmpty ? () : try draft.setDrawing(strokes, picture: nil)
        }
        let strokes = try NoteRequest.strokes(
            drawing.strokes, among: base?.drawing, recordings: base?.recordings.indices ?? 0..<0)
        let picture = try drawing.picture.map {
            NewMedium(name: "drawing.png", bytes: try uploads.bytes(of: $0))
        }
        try draft.setDrawing(
            strokes, picture: picture, ink: drawing.ink, hasBase: drawing.hasBase ?? false)
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
    ///   - readsAll: True if photos may be deleted, which requires knowing which notes show them.
    func changing<Value>(
        readsAll: Bool = false, _ change: (NotesEditor) throws -> Value
    ) throws -> Value {
        let lock = try NotesLock(options.notes)
        defer { withExtendedLifetime(lock) {} }
        return try notebook.change {
            // The files may have changed without having been reported yet.
            let state = try notebook.refreshed()
            // The notes are read before the build reads them, so that it misses no later change.
            defer { changed(try? notebook.refreshed().revision) }
            return try change(readsAll ? editorOfAll() : editor(for: state))
        }
    }

    func editor(for state: NotebookState) -> NotesEditor {
        NotesEditor(
            state.folder, notebook: Notebook(title: "", notes: state.notes.map(\.note)),
            // Photos that texts name are not read, so it is unknown which notes show them.
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
    /// True if the page has something that the editor cannot draw: curved strokes, its own paper or
    /// text boxes.
    fileprivate var exceedsEditor: Bool {
        paper != nil || !textBoxes.isEmpty
            || drawing?.strokes.contains { !$0.anchorWidths.isEmpty } == true
    }
}
