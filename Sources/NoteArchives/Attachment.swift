import LocalFiles
package import NoteModel

/// What a note refers to beside its text.
package enum Attachment: Hashable, Sendable {
    case photo(Photo)
    case recording(Recording)

    /// Tells a recording from a photo by its bytes; where there are none, by its name.
    init(_ found: Photo) {
        let isRecording =
            if let stored = found.stored {
                RecordingKind(prefix: stored.prefix(16)) != nil
            } else {
                found.name.flatMap { RecordingKind(name: $0) } != nil
            }
        self =
            isRecording
            ? .recording(
                Recording(name: found.name, caption: found.caption, content: found.content))
            : .photo(found)
    }
}
