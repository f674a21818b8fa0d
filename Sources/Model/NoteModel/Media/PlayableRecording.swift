import Hashing

/// A copy of a recording without the metadata that says where and by whom it was made.
package struct PlayableRecording: Codable, Hashable, Sendable {
    /// The copy in the cache of derivatives, in which the metadata of the original is overwritten
    /// in place.
    package let file: DerivedFile
    /// The file type under which the site publishes the copy: the original's, or one that more
    /// browsers support.
    package let kind: RecordingKind
    package let isVideo: Bool
    /// The duration in seconds, with fractions; nil if the file does not contain it or it is
    /// implausible.
    package let seconds: Double?
    package let playedBy: BrowserSupport
    /// True if the original contains the location where it was made; the copy does not contain it.
    package let carriesPosition: Bool

    /// Describes the copy of an original of a kind. MP4 without video becomes M4A; QuickTime
    /// becomes either, unless only Safari plays its codecs.
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

    /// The name of the published file: its key in 20 digits, with the extension of its kind. It
    /// changes when the content does.
    package var fileName: String { "\(file.key.short).\(kind.fileExtension)" }
}
