/// The descriptions of the codecs of a track (ISO/IEC 14496-12, sections 8.5.2, 12.1.3 and 12.2.3;
/// QuickTime's sound descriptions).
struct SampleDescriptions {
    let file: RecordingFile
    let handler: String

    /// The boxes that decoders need.
    private static let kept: Set<String> = [
        "avcC", "hvcC", "lhvC", "dvcC", "dvvC", "dvwC", "av1C", "vpcC", "d263", "bitr", "esds",
        "colr", "pasp", "clap", "fiel", "btrt", "gama", "mdcv", "clli", "SmDm", "CoLL", "dOps",
        "dfLa", "alac", "wave", "chan", "chnl", "dac3", "dec3", "damr", "srat", "pcmC", "frma",
        "enda", "mp4a", "\0\0\0\0",
    ]
    /// The maximum size of the parameters of a codec.
    private static let maximumSize = 4096

    /// Overwrites the names of encoders.
    ///
    /// - Returns: The boxes to remove.
    func clean(_ table: MovieBox) throws -> [MovieBox] {
        guard table.content.count >= 8 else { throw RecordingChunks.damaged }
        let isSecond = try file.number(at: table.content.lowerBound, 1) == 1
        var removed: [MovieBox] = []
        for entry in try MovieBoxes.read(table.content.dropFirst(8), of: file) {
            let start = entry.content.lowerBound
            var size = 8
            if handler == "vide" {
                size = 78
            } else if handler == "soun", entry.content.count >= 28 {
                let version = isSecond ? 0 : try file.number(at: start + 8, 2)
                size = version == 1 ? 44 : version == 2 ? 64 : 28
            }
            guard entry.content.count >= size else { throw RecordingChunks.damaged }
            // The name of the encoder, 32 bytes.
            if handler == "vide" { try file.blank(start + 42..<start + 74) }
            if handler == "clcp" {
                try file.blank(entry.content.dropFirst(size))
            } else {
                removed += try cleanParameters(entry.content.dropFirst(size))
            }
        }
        return removed
    }

    private func cleanParameters(_ range: Range<Int>) throws -> [MovieBox] {
        var removed: [MovieBox] = []
        let boxes = try MovieBoxes.read(range, of: file)
        for box in boxes {
            let isKept = box.name == "colr" ? try isNumbers(box) : Self.kept.contains(box.name)
            guard isKept, box.content.count <= Self.maximumSize else {
                removed.append(box)
                continue
            }
            if box.name == "wave" { removed += try cleanParameters(box.content) }
            // Only the first block of FLAC describes the sound; the others are comments and covers.
            if box.name == "dfLa", box.content.count >= 42 {
                try file.overwrite(at: box.content.lowerBound + 4, with: [0x80])
                try file.blank(box.content.dropFirst(42))
            }
        }
        try file.blank((boxes.last?.content.upperBound ?? range.lowerBound)..<range.upperBound)
        return removed
    }

    /// True for colours that are described by numbers, not by a profile with names.
    private func isNumbers(_ box: MovieBox) throws -> Bool {
        guard (4...11).contains(box.content.count) else { return false }
        return ["nclx", "nclc"].contains(try file.name(at: box.content.lowerBound))
    }
}
