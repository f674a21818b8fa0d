package import ContentHashing
package import NoteModel

/// The facts about the photos, recordings and attachments of a notebook, each looked up by the
/// location of its original bytes.
package struct PreparedMedia: Sendable {
    private let photos: [Photo.Identity: PreparedPhoto]
    private let recordings: [StoredBytes: PreparedRecording]
    private let attachments: [StoredBytes: OriginalBytes]
    /// The pages whose ink is shown as a picture.
    private let largeDrawings: [HandwrittenPageID: PreparedDrawing]

    package init(
        _ photos: [Photo.Identity: PreparedPhoto] = [:],
        recordings: [StoredBytes: PreparedRecording] = [:],
        attachments: [StoredBytes: OriginalBytes] = [:],
        largeDrawings: [HandwrittenPageID: PreparedDrawing] = [:]
    ) {
        self.largeDrawings = largeDrawings
        self.photos = photos
        self.recordings = recordings
        self.attachments = attachments
    }

    /// The facts about all photos, and about the pictures of ink.
    package var allPhotos: [PreparedPhoto] {
        Array(photos.values) + largeDrawings.values.map(\.picture)
    }
    package var allLargeDrawings: some Collection<PreparedDrawing> { largeDrawings.values }
    package var allRecordings: some Collection<PreparedRecording> { recordings.values }

    /// The facts about a photo; nil if it is missing or damaged, or if its original could not be
    /// read.
    package subscript(photo: Photo) -> PreparedPhoto? {
        photo.identity.flatMap { photos[$0] }
    }

    /// The facts about a recording; nil if it is missing or damaged, or if its original could not
    /// be read.
    package subscript(recording: Recording) -> PreparedRecording? {
        recording.stored.flatMap { recordings[$0] }
    }

    /// The digest and size of an attachment; nil for one that is missing or cannot be read.
    package subscript(attachment: Attachment) -> OriginalBytes? {
        attachment.stored.flatMap { attachments[$0] }
    }

    /// The picture of the ink of a page that is too large to be drawn by browsers; nil for others.
    package subscript(page: HandwrittenPageID) -> PreparedDrawing? {
        largeDrawings.isEmpty ? nil : largeDrawings[page]
    }

    /// The original from which a derivative was made, and from which a damaged derivative can be
    /// made again.
    package enum DerivativeOrigin: Sendable {
        case photo(Photo.Identity)
        case recording(StoredBytes)
        /// The picture of the ink of a page.
        case drawing(DerivedFile)
    }

    /// Returns the original of a derivative by the derivative's key; nil for an unknown key.
    ///
    /// Searches all photos and recordings: only damaged derivatives are looked up.
    package func origin(ofDerivative key: Fingerprint) -> DerivativeOrigin? {
        photos.first { $0.value.files.contains { $0.key == key } }.map { .photo($0.key) }
            ?? recordings.first { $0.value.playable?.file.key == key }
            .map { .recording($0.key) }
            ?? largeDrawings.values.first { $0.picture.files.contains { $0.key == key } }
            .map { .drawing($0.rendered) }
    }
}

/// A handwritten page of a note.
package struct HandwrittenPageID: Hashable, Sendable {
    package let note: NoteID
    /// The position of the page in the note.
    package let position: Int

    package init(_ position: Int, of note: NoteID) {
        self.note = note
        self.position = position
    }
}

/// The ink of a page as a picture, and as an SVG file.
package struct PreparedDrawing: Hashable, Sendable {
    package let picture: PreparedPhoto
    package let svg: DerivedFile
    /// The drawing without its background, and the picture of it in full size, from which
    /// ``picture`` was made.
    package let layer: DerivedFile
    package let rendered: DerivedFile

    package init(
        picture: PreparedPhoto, svg: DerivedFile, layer: DerivedFile, rendered: DerivedFile
    ) {
        self.layer = layer
        self.picture = picture
        self.svg = svg
        self.rendered = rendered
    }

    /// The name of the published SVG file, which changes when the content does.
    package var fileName: String { "\(svg.key.short).svg" }
    /// The files in the cache other than the derivatives of the picture.
    package var files: [DerivedFile] { [svg, layer, rendered] }
}

/// The digest and size of original bytes, computed in one pass, so that large files are read only
/// once.
package struct OriginalBytes: Hashable, Sendable {
    /// The SHA-256 of the bytes, after decoding if the archive stores them as base64 text.
    package let digest: ContentDigest
    /// The number of bytes, after decoding if the archive stores them as base64 text.
    package let count: Int

    package init(digest: ContentDigest, count: Int) {
        self.digest = digest
        self.count = count
    }
}

extension Photo {
    /// The identity of a picture. Equal bytes with different orientations are different pictures,
    /// since their derivatives differ.
    package struct Identity: Hashable, Sendable {
        package let stored: StoredBytes
        package let orientation: Orientation?
    }

    /// The identity of the photo, by which its derivatives are shared; nil for a missing or damaged
    /// photo, which has no bytes.
    package var identity: Identity? {
        stored.map { Identity(stored: $0, orientation: orientation) }
    }
}
