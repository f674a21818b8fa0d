package import ContentHashing
package import NoteModel

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
package struct PlayableRecording: Codable, Hashable, Sendable {
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

    /// Creates the copy of an original of a kind.
    package init(
        of kind: RecordingKind, file: DerivedFile, isVideo: Bool, seconds: Double?,
        playedBy: BrowserSupport, carriesPosition: Bool
    ) {
        self.file = file
        // A QuickTime file whose codecs browsers support is also played as MP4 or M4A.
        let isPlayedAsMP4 = kind == .mp4 || kind == .mov && playedBy != .safari
        self.kind = isPlayedAsMP4 ? (isVideo ? .mp4 : .m4a) : kind
        self.isVideo = isVideo
        self.seconds = seconds
        self.playedBy = playedBy
        self.carriesPosition = carriesPosition
    }

    /// The name of the published file, which changes when the content does.
    package var fileName: String { "\(file.key.short).\(kind.fileExtension)" }
}
