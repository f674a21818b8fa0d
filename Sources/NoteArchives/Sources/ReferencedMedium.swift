import LocalFiles
package import NoteModel

/// A photo or a recording that a note refers to.
package enum ReferencedMedium: Hashable, Sendable {
    case photo(Photo)
    case recording(Recording)

    /// True if its bytes are stored.
    package var isThere: Bool {
        switch self {
        case .photo(let photo): photo.stored != nil
        case .recording(let recording): recording.stored != nil
        }
    }

    /// Detects a recording by its content or, if that is of an unknown kind, by its name; anything
    /// else is a photo.
    init(_ found: Photo) {
        let medium = ReferencedMedium(
            file: found.content, named: found.name, caption: found.caption)
        if case .recording? = medium, let medium { self = medium } else { self = .photo(found) }
    }

    /// Detects a photo or a recording among files of any kind, by its content or, if that is of an
    /// unknown kind, by its name.
    ///
    /// - Returns: Nil for any other file.
    package init?(file content: MediaContent, named name: String?, caption: String? = nil) {
        let photo = Photo(name: name, caption: caption, content: content)
        let recording = Recording(name: name, caption: caption, content: content)
        let prefix = content.stored?.prefix(1024) ?? []
        // Under a misleading name the file would be published with its metadata.
        if PhotoKind(prefix: prefix) != nil {
            self = .photo(photo)
        } else if RecordingKind(prefix: prefix) != nil {
            self = .recording(recording)
        } else if let name, RecordingKind(name: name) != nil {
            self = .recording(recording)
        } else if let name, PhotoKind(name: name) != nil {
            self = .photo(photo)
        } else {
            return nil
        }
    }
}
