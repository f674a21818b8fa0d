import LocalFiles
import NoteModel
import Platform

/// Copies only what is needed to play a recording or to show a photo. The copy does not reveal
/// where, when and by whom it was made.
///
/// A recording is refused if damage makes its sound and metadata indistinguishable.
struct MetadataStripper {
    let request: CleanRequest

    func make() throws -> MediaReply {
        let original = try RecordingFile(reading: request.source)
        let start = try original.bytes(0..<1024)
        if let kind = PhotoKind(prefix: start) {
            return .drawing(try cleanPhoto(original, kind: kind))
        }
        guard let kind = RecordingKind(prefix: start) else {
            throw WorkerError.undecodable("its format is not that of a known recording")
        }
        do {
            let (facts, file, made) = try copy(original, kind: kind)
            let copy = DerivedFile(
                key: request.key, digest: try file.digest(), byteCount: file.count)
            return .playable(
                PlayableRecording(
                    of: made ?? kind, file: copy, isVideo: facts.isVideo, seconds: facts.seconds,
                    playedBy: facts.playedBy, carriesPosition: facts.carriesPosition))
        } catch {
            unlink(request.path)
            throw error
        }
    }

    private func cleanPhoto(_ original: RecordingFile, kind: PhotoKind) throws -> DerivedFile {
        // Drawings are text and small; a file of this size is something else.
        guard kind != .svg || original.count <= 32 << 20 else {
            throw WorkerError.undecodable("it is larger than a drawing should be")
        }
        let bytes = try original.bytes(0..<original.count)
        let cleaned = try CleanPhoto.copy(of: bytes, kind: kind)
        try cleaned.write(toPath: request.path)
        return DerivedFile(key: request.key, bytes: cleaned)
    }

    /// Writes the copy and returns what is known about the recording, and the kind of the copy if it
    /// is another one.
    private func copy(
        _ original: RecordingFile, kind: RecordingKind
    ) throws -> (facts: RecordingFacts, file: RecordingFile, kind: RecordingKind?) {
        let parts: RecordingParts
        var texts = MetadataTexts()
        switch kind {
        case .wav: parts = try WaveFile(file: original).parts()
        case .aiff: parts = try AudioInterchangeFile(file: original).parts()
        case .caf: parts = try CoreAudioFile(file: original).parts()
        case .mp3: parts = try MPEGAudio(file: original).parts()
        case .amr: parts = try AdaptiveMultiRateFile(file: original).parts()
        case .m4a, .mp4, .mov:
            // Its tables contain file offsets, so nothing may move.
            try write([.original(0..<original.count)], of: original)
            let file = try RecordingFile(updating: request.path)
            var stripper = MovieMetadataStripper(file)
            return (try stripper.clean(), file, nil)
        }
        try write(parts.kept, of: original)
        let file = try RecordingFile(updating: request.path)
        for range in parts.dropped { try texts.add(range, of: original) }
        try texts.erase(from: 0..<file.count, of: file)
        return (parts.facts, file, parts.kind)
    }

    private func write(
        _ parts: [RecordingParts.Part], of original: RecordingFile
    ) throws {
        let target = try OpenFile(request.path, access: .rewrite)
        try target.truncate(to: 0)
        for part in parts {
            switch part {
            case .bytes(let bytes): try target.writeAll(bytes, synchronizing: false)
            case .original(let range):
                try original.forEachBlock(of: range) { _, block in
                    try target.writeAll(block, synchronizing: false)
                }
            case .converted(let range, let unit, let convert):
                var rest: [UInt8] = []
                try original.forEachBlock(of: range) { _, block in
                    rest += block
                    let whole = rest.count / unit * unit
                    var units = rest[..<whole]
                    convert(&units)
                    try target.writeAll(Array(units), synchronizing: false)
                    rest.removeFirst(whole)
                }
            }
        }
    }
}

/// The parts of the copy of a recording, in order.
struct RecordingParts {
    enum Part {
        case bytes([UInt8])
        /// A range of the original.
        case original(Range<Int>)
        /// A range of the original, in units of some bytes, each of which is converted.
        case converted(Range<Int>, unit: Int, (inout ArraySlice<UInt8>) -> Void)
    }

    var kept: [Part] = []
    /// The ranges of the original that are metadata, or may be.
    var dropped: [Range<Int>] = []
    let facts: RecordingFacts
    /// The kind of the copy; nil for that of the original.
    var kind: RecordingKind?
}

/// The properties of a recording, from its file.
struct RecordingFacts {
    /// True if it has a video track.
    let isVideo: Bool
    /// The duration in seconds; nil if the file does not contain it.
    let seconds: Double?
    let playedBy: BrowserSupport
    /// True if the original contained a position.
    let carriesPosition: Bool

    init(
        isVideo: Bool = false, seconds: Double?, playedBy: BrowserSupport,
        carriesPosition: Bool = false
    ) {
        let isLength = seconds.map { $0.isFinite && $0 >= 0 } ?? false
        self.isVideo = isVideo
        self.seconds = isLength ? seconds : nil
        (self.playedBy, self.carriesPosition) = (playedBy, carriesPosition)
    }
}
