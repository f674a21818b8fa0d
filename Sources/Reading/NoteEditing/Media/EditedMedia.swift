package import NoteModel

/// The media that a note is to have.
package struct EditedMedia: Sendable {
    /// The photos in order; nil to leave them as they are. Those of a lecture note include the
    /// pictures on its pages, those of any other note do not include its drawing and thumbnail.
    package var photos: [EditedMedium]?
    /// The recordings in order; nil to leave them as they are.
    package var recordings: [EditedMedium]?
    /// The handwritten pages, which refer to positions in the lists above; nil to leave them as
    /// they are.
    package var pages: [Page]?

    package init(
        photos: [EditedMedium]? = nil, recordings: [EditedMedium]? = nil, pages: [Page]? = nil
    ) {
        (self.photos, self.recordings, self.pages) = (photos, recordings, pages)
    }

    /// True if all media stay as they are.
    package var isEmpty: Bool { photos == nil && recordings == nil && pages == nil }

    /// Returns the positions of the media of a note that are not kept.
    func removed(from note: Note) -> MediaByKind<Set<Int>> {
        func removed(_ edited: [EditedMedium]?, from media: [Medium]) -> Set<Int> {
            edited.map { Set(media.indices).subtracting($0.compactMap(\.keptPosition)) } ?? []
        }
        var positions = MediaByKind(
            photos: removed(photos, from: note.photos),
            recordings: removed(recordings, from: note.recordings), attachments: [])
        if pages == nil { positions.photos.subtract(note.placedPhotos) }
        return positions
    }
}

/// A photo or a recording to be added to a note.
package struct NewMedium: Hashable, Sendable {
    /// The file name, by which a note refers to it.
    package let name: String
    package let bytes: [UInt8]
    /// A small copy of a photo in PNG, for apps that store one beside it; nil to store the photo
    /// itself twice.
    package let thumbnail: [UInt8]?

    package init(name: String, bytes: [UInt8], thumbnail: [UInt8]? = nil) {
        (self.name, self.bytes, self.thumbnail) = (name, bytes, thumbnail)
    }
}

/// A photo or a recording in the list that a note is to have: one that it has already, or a new
/// one.
package struct EditedMedium: Hashable, Sendable {
    /// The position of a medium that the note already has, from 0; nil for a new one.
    package let keptPosition: Int?
    /// The medium to be added; nil for one that the note already has.
    package let new: NewMedium?
    /// The caption; nil to leave it as it is, and empty to remove it.
    package let caption: String?

    package init(kept position: Int, caption: String? = nil) {
        (keptPosition, new, self.caption) = (position, nil, caption)
    }

    package init(_ new: NewMedium, caption: String? = nil) {
        (keptPosition, self.new, self.caption) = (nil, new, caption)
    }
}

extension NoteDraft {
    /// Stores a file in the folder Photos and returns its name.
    typealias NewFile = (_ name: String, _ bytes: [UInt8]) throws -> String
}
