import LocalFiles
package import NoteModel

/// A photo or a recording that a note refers to.
package enum ReferencedMedium: Hashable, Sendable {
    case photo(Photo)
    case recording(Recording)

    /// Whether its bytes are there.
    package var isThere: Bool {
        switch self {
        case .photo(let photo): photo.stored != nil
        case .recording(let recording): recording.stored != nil
        }
    }

    /// Tells a recording from a photo by its bytes; where there are none, by its name.
    init(_ found: Photo) {
        let isRecording =
            if let stored = found.stored, case let prefix = stored.prefix(1024),
                PhotoKind(prefix: prefix) != nil || RecordingKind(prefix: prefix) != nil
            {
                PhotoKind(prefix: prefix) == nil
            } else {
                // Bytes that say nothing, or none: the name has to do.
                found.name.flatMap { RecordingKind(name: $0) } != nil
            }
        self =
            isRecording
            ? .recording(
                Recording(name: found.name, caption: found.caption, content: found.content))
            : .photo(found)
    }
}
