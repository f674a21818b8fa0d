package import ContentHashing
package import NoteModel

/// The facts about the photos, recordings and attachments of a notebook, each looked up by the
/// location of its original bytes.
package struct PreparedMedia: Sendable {
    private let photos: [Photo.Identity: PreparedPhoto]
    private let recordings: [StoredBytes: PreparedRecording]
    private let attachments: [StoredBytes: OriginalBytes]

    package init(
        _ photos: [Photo.Identity: PreparedPhoto] = [:],
        recordings: [StoredBytes: PreparedRecording] = [:],
        attachments: [StoredBytes: OriginalBytes] = [:]
    ) {
        self.photos = photos
        self.recordings = recordings
        self.attachments = attachments
    }

    package var allPhotos: some Collection<PreparedPhoto> { photos.values }
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

    /// The original from which a derivative was made, and from which a damaged derivative can be
    /// made again.
    package enum DerivativeOrigin: Sendable {
        case photo(Photo.Identity)
        case recording(StoredBytes)
    }

    /// Returns the original of a derivative by the derivative's key; nil for an unknown key.
    ///
    /// Searches all photos and recordings: only damaged derivatives are looked up.
    package func origin(ofDerivative key: Fingerprint) -> DerivativeOrigin? {
        photos.first { $0.value.files.contains { $0.key == key } }.map { .photo($0.key) }
            ?? recordings.first { $0.value.playable?.file.key == key }
            .map { .recording($0.key) }
    }
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
