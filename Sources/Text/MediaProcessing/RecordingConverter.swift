package import Hashing
import LocalFiles
import NoteModel
import Platform

/// The program ffmpeg, which makes recordings that few browsers play into such that all play. It is
/// not a part of this program, and used if it is installed.
package struct RecordingConverter: Sendable {
    private let program: OutsideProgram
    /// The fingerprint of the program: another one may convert what this one could not.
    package let fingerprint: Fingerprint

    /// The installed program; nil if there is none.
    package static let installed: RecordingConverter? = {
        guard let program = OutsideProgram("ffmpeg"), let stamp = try? FileStamp(program.path)
        else { return nil }
        return RecordingConverter(
            program: program,
            fingerprint: Fingerprint(
                ofLines: [program.path, "\(stamp.status.size)", "\(stamp.status.modified)"]))
    }()

    /// The maximum size of the memory of the program in bytes.
    private static let maximumMemory = 4 << 30

    /// The ways to convert, the first of which leaves the sound and the pictures as they are.
    enum Way: CaseIterable {
        case remuxed, transcoded

        fileprivate func arguments(isVideo: Bool) -> [String] {
            switch self {
            case .remuxed: ["-c", "copy"]
            case .transcoded:
                ["-c:a", "aac", "-b:a", "160k"]
                    + (isVideo
                        ? [
                            "-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-pix_fmt",
                            "yuv420p",
                            // Such pictures have an even width and height.
                            "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                        ] : [])
            }
        }
    }

    /// Converts a recording.
    ///
    /// - Parameters:
    ///   - path: The path of the recording.
    ///   - target: The path of the file to write.
    ///   - isVideo: True for a film, which becomes MP4; sound becomes M4A.
    ///   - seconds: The limit of processor time in seconds.
    /// - Returns: True if the program has converted it, false if it cannot; nil if it was ended, which
    ///   another run may not be.
    func convert(
        _ path: String, to target: String, isVideo: Bool, _ way: Way, seconds: Int
    ) throws -> Bool? {
        let scratch = ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        let arguments =
            [
                "-nostdin", "-hide_banner", "-loglevel", "error", "-y",
                // Formats that name other files, such as playlists, are not read.
                "-protocol_whitelist", "file", "-format_whitelist",
                "mov,mp4,m4a,3gp,3g2,mj2,caf,amr,aiff,wav,mp3", "-i", "file:" + path, "-map",
                "0:a?", "-map",
                isVideo ? "0:v:0?" : "-0:v?", "-map_metadata", "-1", "-map_chapters", "-1",
                "-fflags", "+bitexact", "-flags:a", "+bitexact", "-flags:v", "+bitexact",
                "-threads", "2",
            ] + way.arguments(isVideo: isVideo) + [
                "-movflags", "+faststart", "-f", isVideo ? "mp4" : "ipod", "file:" + target,
            ]
        let result = try program.run(
            arguments, scratch: try scratch.path(),
            maximumMemory: Self.maximumMemory, seconds: seconds, limit: Double(seconds) * 4)
        guard case .exited = result.ending else { return nil }
        return try result.isSuccess && LocalFiles.status(target)?.size ?? 0 > 0
    }
}

extension MediaProcessor {
    /// Returns the converted copy of a recording that few browsers play; nil for any other, and for
    /// one that cannot be converted.
    ///
    /// The copy is stripped of metadata once more, by a worker, which also says which browsers play
    /// it.
    func converted(_ recording: HashedOriginal) throws -> PreparedMedium? {
        guard let converter else { return nil }
        let key = Self.convertedKey(of: recording, by: converter.fingerprint)
        func prepared(_ playable: PlayableRecording) -> PreparedMedium {
            PreparedMedium(
                original: recording.original,
                format: RecordingKind(prefix: recording.prefix).map { .recording($0) },
                derivation: key, outcome: .playable(playable))
        }
        if case .playable(let known)? = cache.facts(key), cache.holds(known.file) {
            return prepared(known)
        }
        guard case .success(.playable(let copy)) = try clean(recording).1, copy.playedBy != .all
        else { return nil }
        let made = cache.unfinished(key)
        defer { try? LocalFiles.remove(made) }
        // A film takes longer to convert than to show.
        let seconds = Int(workers.secondsPerRequest) + copy.file.byteCount / 20_000
        for way in RecordingConverter.Way.allCases {
            let isConverted = try converter.convert(
                cache.path(of: copy.file.key), to: made, isVideo: copy.isVideo, way,
                seconds: seconds)
            guard let isConverted else { return nil }
            guard isConverted, let size = try LocalFiles.status(made)?.size
            else { continue }
            let file = try identify(StoredBytes(file: made, range: 0..<size))
            guard case .success(.playable(let played)) = try clean(file).1, played.playedBy == .all
            else { continue }
            let playable = PlayableRecording(
                of: played.kind, file: played.file, isVideo: played.isVideo,
                seconds: played.seconds ?? copy.seconds, playedBy: .all,
                carriesPosition: copy.carriesPosition)
            try cache.keep(.playable(playable), derivation: key)
            return prepared(playable)
        }
        // It is not tried again by the same program.
        try cache.keep(.playable(copy), derivation: key)
        return prepared(copy)
    }
}
