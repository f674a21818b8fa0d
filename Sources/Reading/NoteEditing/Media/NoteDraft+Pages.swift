import KeyedArchives
import NoteArchives
import NoteModel

extension NoteDraft {
    /// True if the note has pages that this program archived, whose pictures are in the list of its
    /// photos.
    package var isLecture: Bool {
        let kind = editor.field(NotebinderKey.kind, of: mediaPlace).flatMap { editor.text(of: $0) }
        return isOfThisProjectsClass
            && (kind == Note.Kind.lecture.rawValue || !note.pages.isEmpty)
    }

    /// Gives the note other photos, recordings or pages.
    ///
    /// - Parameter file: Stores a file in the folder Photos and returns its name.
    /// - Throws: ``UserError`` if the app stores them in a form that does not allow the change;
    ///   an error of `file`.
    mutating func set(_ media: EditedMedia, file: NewFile) throws {
        guard isLecture || media.pages == nil,
            !isLecture || media.photos == nil || media.pages != nil
        else { throw scattered }
        if let photos = media.photos {
            try setPhotos(photos, file: file)
            if media.pages != nil { setBack(among: photos) }
        }
        if let recordings = media.recordings { try setRecordings(recordings, file: file) }
        if let pages = media.pages {
            editor.setField(
                NotebinderKey.pages,
                new: editor.value(of: pages.json(in: .archive)), of: mediaPlace)
        }
    }

    /// Changes the positions of the preview and of the picture of the back to those in another list
    /// of photos.
    private mutating func setBack(among photos: [EditedMedium]) {
        for (key, position) in [
            (NotebinderKey.thumbnail, note.thumbnail),
            (NotebinderKey.drawing, note.drawing?.picture),
        ] {
            guard let position, editor.field(key, of: mediaPlace) != nil else { continue }
            let place = photos.firstIndex { $0.keptPosition == position }
            editor.setField(key, new: place.map { editor.value(of: .integer($0)) }, of: mediaPlace)
        }
    }

    private mutating func setRecordings(_ recordings: [EditedMedium], file: NewFile) throws {
        let key = firstKey(of: .recordings, at: mediaPlace) ?? "recordings"
        let list = editor.place(.key(key), from: mediaPlace)
        let members = list.flatMap { editor.members(of: $0) } ?? []
        guard members.count == note.recordings.count else { throw inseparableRecordings }
        var values: [ArchiveEditor.Value] = []
        for recording in recordings {
            if let position = recording.keptPosition {
                guard members.indices.contains(position) else { throw inseparableRecordings }
                values.append(captioned(members[position], caption: recording.caption))
            } else if let new = recording.new {
                let stored = try file(new.name, new.bytes)
                let value = editor.string(stored)
                let name = stored == new.name ? nil : editor.string(new.name)
                let record = editor.record(value, name: name, caption: nil)
                values.append(captioned(record, caption: recording.caption))
            }
        }
        editor.setField(key, new: values.isEmpty ? nil : editor.array(values), of: mediaPlace)
    }

    private var inseparableRecordings: UserError {
        UserError(
            "The recordings of “\(note.title)” can't be changed one at a time because of how the app stores them."
        )
    }

    /// Returns a recording with a caption, in a dictionary that holds both.
    ///
    /// - Parameter caption: The caption; nil to leave it as it is, and empty to remove it.
    private mutating func captioned(
        _ recording: ArchiveEditor.Value, caption: String?
    ) -> ArchiveEditor.Value {
        guard let caption else { return recording }
        let record = editor.place(of: recording)
        let plain = record.flatMap { editor.field(NotebinderKey.photo, of: $0) }
        let name = record.flatMap { editor.field(NotebinderKey.name, of: $0) }
        return editor.record(
            plain ?? recording, name: name, caption: caption.isEmpty ? nil : caption)
    }
}
