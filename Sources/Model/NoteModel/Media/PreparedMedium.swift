package import Hashing

/// The way in which a photo worker ended without a usable answer about a photo.
package enum WorkerEnd: Hashable, Sendable {
    /// It was killed (SIGKILL), most likely because the system ran out of memory. A request whose
    /// worker dies is repeated once before this result.
    case killed
    /// It crashed, exceeded its time limit or gave no clear answer, most likely because of the
    /// photo.
    case failed
}

/// The facts about a medium. A photo worker or the cache of derivatives provides those about photos
/// and recordings.
package struct PreparedMedium: Hashable, Sendable {
    package let original: OriginalBytes
    /// The format, detected by the first bytes of the original; nil if these are of no known
    /// format, and for attachments.
    package let format: MediaFormat?
    /// The fingerprint of everything that the derived files are made from, such as the digest of
    /// the original, the orientation and the recipes; nil for attachments.
    package let derivation: Fingerprint?
    package let outcome: Outcome
    /// The copy of a photo without metadata; nil if none was wanted.
    package let cleanCopy: CleanCopy?
    /// The copy of a vector drawing (SVG), without scripts and metadata, which is offered as a
    /// download; nil for all other media, and for a drawing that cannot be read.
    package let drawing: DerivedFile?

    /// A copy of a photo without location, camera and other metadata, whose pixels are those of the
    /// original.
    package enum CleanCopy: Hashable, Sendable {
        case made(DerivedFile, kind: PhotoKind)
        /// The reason completes the sentence "NAME is not in the Markdown tree: …".
        case failed(reason: String)
    }

    package enum Outcome: Hashable, Sendable {
        case decoded(DecodedPhoto)
        case playable(PlayableRecording)
        /// An attachment, which has no derivatives.
        case unchanged
        /// The medium cannot be read, or contains nothing to be shown or played. The reason
        /// completes the sentence "NAME cannot be shown: …". The worker end is nil if the worker
        /// answered, and for a recording.
        case unreadable(reason: String, workerEnd: WorkerEnd? = nil)
        /// No decoder for the format of a photo is installed. Once one is installed, the next run
        /// decodes it.
        case noDecoder
    }

    package init(
        original: OriginalBytes, format: MediaFormat?, derivation: Fingerprint?, outcome: Outcome,
        cleanCopy: CleanCopy? = nil, drawing: DerivedFile? = nil
    ) {
        self.cleanCopy = cleanCopy
        self.drawing = drawing
        self.original = original
        self.format = format
        self.derivation = derivation
        self.outcome = outcome
    }

    /// Creates the facts about an attachment.
    package init(attachment original: OriginalBytes) {
        self.init(original: original, format: nil, derivation: nil, outcome: .unchanged)
    }

    /// The end of the worker that was to decode the photo; nil for one that answered.
    package var workerEnd: WorkerEnd? {
        if case .unreadable(_, let end) = outcome { end } else { nil }
    }

    package var decoded: DecodedPhoto? {
        if case .decoded(let decoded) = outcome { decoded } else { nil }
    }

    package var playable: PlayableRecording? {
        if case .playable(let playable) = outcome { playable } else { nil }
    }

    /// All files that were made of the medium and have to stay in the cache: derivatives, upright
    /// copy, copy of a drawing or a recording, and copy without metadata.
    package var files: [DerivedFile] {
        var files = (decoded?.files ?? []) + [drawing, playable?.file].compactMap(\.self)
        if case .made(let file, _)? = cleanCopy { files.append(file) }
        return files
    }
}
