package import Hashing

/// The facts about the photos, recordings and attachments of a notebook.
package struct PreparedMedia: Sendable {
    private let media: [Medium.Identity: PreparedMedium]
    /// The pages whose ink is shown as a picture.
    private let largeDrawings: [HandwrittenPageID: PreparedDrawing]

    package init(
        _ media: [Medium.Identity: PreparedMedium] = [:],
        largeDrawings: [HandwrittenPageID: PreparedDrawing] = [:]
    ) {
        (self.media, self.largeDrawings) = (media, largeDrawings)
    }

    /// The facts about all media, and about the pictures of ink.
    package var all: [PreparedMedium] {
        Array(media.values) + largeDrawings.values.map(\.picture)
    }
    /// True for a notebook of texts alone, whose notes need not be asked for their media.
    package var isEmpty: Bool { media.isEmpty && largeDrawings.isEmpty }
    package var allLargeDrawings: some Collection<PreparedDrawing> { largeDrawings.values }

    /// The facts about a medium; nil if it is missing or damaged, or if its original could not be
    /// read.
    package subscript(medium: Medium) -> PreparedMedium? {
        medium.identity.flatMap { media[$0] }
    }

    /// The picture of the ink of a page that is too large to be drawn by browsers; nil for others.
    package subscript(page: HandwrittenPageID) -> PreparedDrawing? {
        largeDrawings.isEmpty ? nil : largeDrawings[page]
    }

    /// The original of a derivative, from which it can be made again if it is damaged.
    package enum DerivativeOrigin: Sendable {
        case medium(Medium.Identity)
        /// The picture of the ink of a page.
        case drawing(DerivedFile)
    }

    /// Returns the original of a derivative by the derivative's key; nil for an unknown key.
    ///
    /// Searches all media: only damaged derivatives are looked up.
    package func origin(ofDerivative key: Fingerprint) -> DerivativeOrigin? {
        media.first { $0.value.files.contains { $0.key == key } }.map { .medium($0.key) }
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
        (self.note, self.position) = (note, position)
    }
}

/// The ink of a page as a picture, and as an SVG file.
package struct PreparedDrawing: Hashable, Sendable {
    package let picture: PreparedMedium
    package let svg: DerivedFile
    /// The drawing without its background, and the picture of it in full size, from which
    /// ``picture`` was made.
    package let layer: DerivedFile
    package let rendered: DerivedFile

    package init(
        picture: PreparedMedium, svg: DerivedFile, layer: DerivedFile, rendered: DerivedFile
    ) {
        (self.layer, self.picture, self.svg, self.rendered) = (layer, picture, svg, rendered)
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
        (self.digest, self.count) = (digest, count)
    }
}
