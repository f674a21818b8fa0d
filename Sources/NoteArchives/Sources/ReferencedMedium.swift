package import NoteModel

/// The kind that the first bytes of a file indicate: that of a photo, that of a recording, or none.
package struct MediaSignature: Hashable, Sendable {
    package let photo: PhotoKind?
    package let recording: RecordingKind?

    /// The number of bytes from which every known kind can be detected.
    package static let length = 1024

    /// - Parameter prefix: The first ``length`` bytes of the file; fewer if it is shorter.
    package init(prefix: [UInt8]) {
        photo = PhotoKind(prefix: prefix)
        recording = photo == nil ? RecordingKind(prefix: prefix) : nil
    }
}

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

    /// Detects a recording by its signature or, if that is of an unknown kind, by its name;
    /// anything else is a photo.
    init(_ found: Photo, signature: MediaSignature) {
        let medium = ReferencedMedium(
            file: found.content, named: found.name, caption: found.caption, signature: signature)
        if case .recording? = medium, let medium { self = medium } else { self = .photo(found) }
    }

    /// Detects a photo or a recording among files of any kind, by its signature or, if that is of
    /// an unknown kind, by its name.
    ///
    /// - Returns: Nil for any other file.
    package init?(
        file content: MediaContent, named name: String?, caption: String? = nil,
        signature: MediaSignature
    ) {
        // Under a misleading name the file would be published with its metadata.
        if signature.photo != nil
            || signature.recording == nil && name.flatMap({ RecordingKind(name: $0) }) == nil
                && name.flatMap({ PhotoKind(name: $0) }) != nil
        {
            self = .photo(Photo(name: name, caption: caption, content: content))
        } else if signature.recording != nil || name.flatMap({ RecordingKind(name: $0) }) != nil {
            self = .recording(Recording(name: name, caption: caption, content: content))
        } else {
            return nil
        }
    }
}
