import LocalFiles
package import NoteArchives
package import NoteModel

/// Changes of photos, recordings and pages, with their files in the folder Photos.
extension NotesEditor {
    /// Archives a new note in a file of its own.
    ///
    /// - Parameters:
    ///   - media: The photos, recordings and pages of the note.
    ///   - name: The name of the file, without an extension; numbered if it is taken.
    /// - Returns: The name of the file.
    /// - Throws: ``UserError`` if the draft cannot hold the media; ``FileError`` if a file cannot
    ///   be read or written.
    package func create(
        _ draft: NoteDraft, media: EditedMedia, named name: String
    ) throws -> String {
        try withNewFiles { files in
            let draft = try changed(draft, media: media, files: &files)
            let placement = try MediaPlacement(folder.path)
            files += draft.copies.keys.map { placement.path(of: $0) }
            try placement.write(draft.copies)
            return try writeNew(try draft.checkedBytes(), named: name)
        }
    }

    /// Adds a note to the list of its app.
    ///
    /// - Parameter media: The photos of the note, which replace those of the neighbour.
    /// - Returns: The place of the note.
    /// - Throws: ``UserError`` if the file has changed since it was read, or if the app stores
    ///   photos in another form; ``FileError`` if a file cannot be read or written.
    package func append(_ draft: NoteDraft, media: EditedMedia) throws -> NoteID {
        try withNewFiles { files in
            let draft = try changed(draft, media: media, files: &files)
            let bytes = try draft.checkedBytes()
            guard try LocalFiles.read(draft.archive.file) == draft.appendedTo else {
                throw UserError.changedMeanwhile(draft.archive.source.name)
            }
            try LocalFiles.replaceDurably(draft.archive.file, bytes: bytes)
            return draft.note.id
        }
    }

    /// Changes the media of a note: the previous version goes to the trash, with the files of
    /// photos and recordings that are removed and that no other note shows.
    ///
    /// - Parameters:
    ///   - media: The photos, recordings and pages that the note is to have.
    ///   - name: The name of the entry in the trash; numbered if it is taken.
    /// - Throws: ``UserError`` if the file has changed since it was read, or if the app stores
    ///   media in a form that does not allow the change.
    package func save(_ draft: NoteDraft, media: EditedMedia, named name: String) throws {
        let edited = try withNewFiles { files in
            let edited = try changed(draft, media: media, files: &files)
            try requireUnchanged(draft.archive)
            return edited
        }
        // From here on, the archive or an entry of the trash may refer to the new files, even
        // after an error.
        let own = filesOfItsOwn(draft.note.id, at: media.removed(from: draft.note))
        try save(edited, named: name, files: own)
        // The note is saved already; a photo that cannot be removed only takes room.
        for file in own { try? LocalFiles.remove(file) }
    }

    /// Calls a function that adds files to the notes folder, and removes them after an error.
    private func withNewFiles<Value>(
        _ body: (_ files: inout [String]) throws -> Value
    ) throws -> Value {
        var files: [String] = []
        do {
            return try body(&files)
        } catch {
            for file in files { try? LocalFiles.remove(file) }
            throw error
        }
    }

    private func changed(
        _ draft: NoteDraft, media: EditedMedia, files: inout [String]
    ) throws -> NoteDraft {
        var draft = draft
        try draft.set(media) { name, bytes in
            let file = try putIntoPhotos(bytes, named: name)
            files.append("\(folder.path)/Photos/\(file)")
            return file
        }
        return draft
    }
}

extension NotesEditor {
    /// Returns the files of photos and recordings that only this note shows, and only at these
    /// positions; none if some notes are unknown.
    ///
    /// - Parameter positions: The positions among the media of the note; nil for all of them.
    func filesOfItsOwn(_ id: NoteID, at positions: MediaByKind<Set<Int>>? = nil) -> [String] {
        // A note that was not read may show any of them, and so may the one that is replaced.
        guard isComplete, notebook.notes.first(where: { $0.id == id })?.replaced == nil else {
            return []
        }
        var going: Set<String> = []
        // A source of notes is not a photo, even if a note refers to it as one.
        var staying = Set(notebook.notes.map { folder.path + "/" + $0.id.source })
        for note in notebook.notes {
            for kind in Medium.Kind.allCases {
                for (position, medium) in note.media[kind].enumerated() {
                    // A medium without a name is not a separate file.
                    guard medium.name != nil, let file = medium.stored?.file else { continue }
                    let isGoing = note.id == id && positions?[kind].contains(position) ?? true
                    if isGoing { going.insert(file) } else { staying.insert(file) }
                }
            }
        }
        return going.subtracting(staying).filter { file in
            guard LocalFiles.isBelow(file, folder.path), let opened = try? OpenFile(file),
                let prefix = try? LocalFiles.read(opened, count: 32)
            else { return false }
            return MediaFormat(prefix: prefix) != nil
        }.sorted()
    }

    /// Writes a photo or a recording to the folder Photos and returns the name of the file,
    /// numbered if one of the notes folder has it.
    func putIntoPhotos(_ bytes: [UInt8], named wanted: String) throws -> String {
        let photos = folder.path + "/Photos"
        try LocalFiles.makeFolder(photos)
        let taken = Set(try LocalFiles.entries(of: photos).map { $0.name.lowercased() })
        let name = folder.freePhotoName(wanted) { taken.contains($0.lowercased()) }
        try LocalFiles.replaceDurably(photos + "/" + name, bytes: bytes, isNew: true)
        return name
    }
}

extension NotesFolder {
    /// Returns a name for a file in the folder Photos, numbered if a photo of the notes folder has
    /// it.
    ///
    /// - Parameter isTaken: Returns true for other names that are taken.
    package func freePhotoName(
        _ wanted: String, isTaken: (String) -> Bool = { _ in false }
    ) -> String {
        let dot = wanted.lastIndex(of: ".") ?? wanted.endIndex
        var name = wanted
        var number = 1
        while isTaken(name) || PhotoName(name).map(hasPhotoFile) == true {
            number += 1
            name = "\(wanted[..<dot])-\(number)\(wanted[dot...])"
        }
        return name
    }
}
