package import ContentHashing
package import NoteModel

/// The facts about all photos, recordings and attachments of a notebook.
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

    /// The facts about a photo; nil if it is missing or damaged.
    package subscript(photo: Photo) -> PreparedPhoto? {
        photo.identity.flatMap { photos[$0] }
    }

    /// The facts about a recording; nil if it is missing or damaged.
    package subscript(recording: Recording) -> PreparedRecording? {
        recording.stored.flatMap { recordings[$0] }
    }

    /// The digest and size of an attachment; nil for one that is missing or cannot be read.
    package subscript(attachment: Attachment) -> OriginalBytes? {
        attachment.stored.flatMap { attachments[$0] }
    }

    /// The original from which a derivative was made.
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

/// The digest and size of original bytes, so that they are read only once.
package struct OriginalBytes: Hashable, Sendable {
    /// The SHA-256 of the bytes.
    package let digest: ContentDigest
    /// The number of bytes.
    package let count: Int

    package init(digest: ContentDigest, count: Int) {
        self.digest = digest
        self.count = count
    }
}

/// The facts about a recording that a worker has processed.
package struct PreparedRecording: Hashable, Sendable {
    package let original: OriginalBytes
    /// The file type, detected by content; nil if it is unknown.
    package let kind: RecordingKind?
    /// The fingerprint of everything that the copy is made from.
    package let derivation: Fingerprint
    package let outcome: Outcome

    package enum Outcome: Hashable, Sendable {
        case playable(PlayableRecording)
        /// The reason completes the sentence "NAME cannot be played: …".
        case unreadable(reason: String)
    }

    package init(
        original: OriginalBytes, kind: RecordingKind?, derivation: Fingerprint, outcome: Outcome
    ) {
        self.original = original
        self.kind = kind
        self.derivation = derivation
        self.outcome = outcome
    }

    package var playable: PlayableRecording? {
        guard case .playable(let playable) = outcome else { return nil }
        return playable
    }
}

/// A copy of a recording without the metadata that says where and by whom it was made.
package struct PlayableRecording: Hashable, Sendable {
    /// The copy.
    package let file: DerivedFile
    /// The file type under which the site publishes the copy: the original's, or one that more
    /// browsers support.
    package let kind: RecordingKind
    package let isVideo: Bool
    /// The duration in seconds; nil if the file does not contain it.
    package let seconds: Double?
    package let playedBy: BrowserSupport
    /// True if the original contains the location where it was made.
    package let carriesPosition: Bool

    package init(
        file: DerivedFile, kind: RecordingKind, isVideo: Bool, seconds: Double?,
        playedBy: BrowserSupport, carriesPosition: Bool
    ) {
        self.file = file
        self.kind = kind
        self.isVideo = isVideo
        self.seconds = seconds
        self.playedBy = playedBy
        self.carriesPosition = carriesPosition
    }

    /// The name of the published file, which changes when the content does.
    package var fileName: String { "\(file.key.short).\(kind.fileExtension)" }
}

extension Photo {
    /// The identity of a picture: equal bytes with different orientations are different pictures.
    package struct Identity: Hashable, Sendable {
        package let stored: StoredBytes
        package let orientation: Orientation?
    }

    /// The identity of the photo; nil if it has no bytes.
    package var identity: Identity? {
        stored.map { Identity(stored: $0, orientation: orientation) }
    }
}
