package import ContentHashing
package import NoteModel

/// The end of a photo worker that gave no answer.
package enum WorkerEnd: Hashable, Sendable {
    /// It was killed (SIGKILL), most likely because the system ran out of memory.
    case killed
    /// It crashed, hung or gave no clear answer, most likely because of the photo.
    case failed
}

/// The facts about a photo that a worker has processed.
package struct PreparedPhoto: Hashable, Sendable {
    package let original: OriginalBytes
    /// The file type, detected by content; nil if it is unknown.
    package let kind: PhotoKind?
    /// The fingerprint of everything that the derived files are made from.
    package let derivation: Fingerprint
    package let outcome: Outcome

    package enum Outcome: Hashable, Sendable {
        case decoded(DecodedPhoto)
        /// A vector drawing (SVG), which is not shown but offered as a download, in a copy.
        case drawing(DerivedFile)
        /// The reason completes the sentence "NAME cannot be shown: …". The worker end is nil if
        /// the worker answered.
        case unreadable(reason: String, workerEnd: WorkerEnd?)
        /// No decoder for the file type is installed.
        case noDecoder
    }

    package init(
        original: OriginalBytes, kind: PhotoKind?, derivation: Fingerprint, outcome: Outcome
    ) {
        self.original = original
        self.kind = kind
        self.derivation = derivation
        self.outcome = outcome
    }

    /// The end of the worker that was to decode the photo; nil for one that answered.
    package var workerEnd: WorkerEnd? {
        if case .unreadable(_, let end) = outcome { end } else { nil }
    }

    package var decoded: DecodedPhoto? {
        guard case .decoded(let decoded) = outcome else { return nil }
        return decoded
    }

    /// The copy of a vector drawing; nil for other photos.
    package var drawing: DerivedFile? {
        guard case .drawing(let file) = outcome else { return nil }
        return file
    }

    /// All files that were made of the photo.
    package var files: [DerivedFile] {
        (decoded?.files ?? []) + [drawing].compactMap(\.self)
    }
}
