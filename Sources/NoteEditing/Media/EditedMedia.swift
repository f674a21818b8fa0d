package import NoteModel

/// The media that a note is to have.
package struct EditedMedia: Sendable {
    /// The photos in order; nil to leave them as they are. Those of a lecture note include the
    /// pictures on its pages, those of any other note do not include its drawing and thumbnail.
    package var photos: [EditedPhoto]?
    /// The recordings in order; nil to leave them as they are.
    package var recordings: [EditedRecording]?
    /// The handwritten pages, which refer to positions in the lists above; nil to leave them as
    /// they are.
    package var pages: [Page]?

    package init(
        photos: [EditedPhoto]? = nil, recordings: [EditedRecording]? = nil, pages: [Page]? = nil
    ) {
        self.photos = photos
        self.recordings = recordings
        self.pages = pages
    }

    /// True if all media stay as they are.
    package var isEmpty: Bool { photos == nil && recordings == nil && pages == nil }

    /// The positions of photos and recordings among those of a note.
    struct Positions {
        var photos: Set<Int>
        var recordings: Set<Int>
    }

    /// Returns the photos and recordings of a note that are not kept.
    func removed(from note: Note) -> Positions {
        var removed = Positions(photos: [], recordings: [])
        if let photos {
            removed.photos = Set(note.photos.indices).subtracting(photos.compactMap(\.keptPosition))
            if pages == nil { removed.photos.subtract(note.placedPhotos) }
        }
        if let recordings {
            removed.recordings = Set(note.recordings.indices)
                .subtracting(recordings.compactMap(\.keptPosition))
        }
        return removed
    }
}

/// A photo to be added to a note.
package struct NewPhoto: Hashable, Sendable {
    /// The file name, by which a note refers to it.
    package let name: String
    package let bytes: [UInt8]
    /// A small copy in PNG, for apps that store one beside the photo; nil to store the photo itself
    /// twice.
    package let thumbnail: [UInt8]?

    package init(name: String, bytes: [UInt8], thumbnail: [UInt8]? = nil) {
        self.name = name
        self.bytes = bytes
        self.thumbnail = thumbnail
    }
}

/// A photo in the list that a note is to have: one that it has already, or a new one.
package struct EditedPhoto: Hashable, Sendable {
    /// The position of a photo that the note already has, from 0; nil for a new one.
    package let keptPosition: Int?
    /// The photo to be added; nil for one that the note already has.
    package let new: NewPhoto?
    /// The caption; nil to leave it as it is, and empty to remove it.
    package let caption: String?

    package init(kept position: Int, caption: String? = nil) {
        (keptPosition, new, self.caption) = (position, nil, caption)
    }

    package init(_ new: NewPhoto, caption: String? = nil) {
        (keptPosition, self.new, self.caption) = (nil, new, caption)
    }
}

/// A recording in the list that a note is to have: one that it has already, or a new one.
package struct EditedRecording: Hashable, Sendable {
    /// The position of a recording that the note already has, from 0; nil for a new one.
    package let keptPosition: Int?
    /// The recording to be added; nil for one that the note already has.
    package let new: NewRecording?
    /// The caption; nil to leave it as it is, and empty to remove it.
    package let caption: String?

    package init(kept position: Int, caption: String? = nil) {
        (keptPosition, new, self.caption) = (position, nil, caption)
    }

    package init(_ new: NewRecording, caption: String? = nil) {
        (keptPosition, self.new, self.caption) = (nil, new, caption)
    }
}

/// A recording to be added to a note, as a file in the folder Photos.
package struct NewRecording: Hashable, Sendable {
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension NoteDraft {
    /// Stores a file in the folder Photos and returns its name.
    typealias NewFile = (_ name: String, _ bytes: [UInt8]) throws(EditingError) -> String
}
