import NoteModel

/// An MP3 file (ISO/IEC 11172-3 and 13818-3, layer III). A copy keeps only the frames, because tags
/// before, between and after them have many forms.
///
/// A frame is kept if another one of the same kind, a tag or the end of the file follows it. This
/// drops a frame with something inserted into it.
struct MPEGAudio {
    let file: RecordingFile

    /// The number of frames in a row that cannot be a coincidence, in a cover for example.
    private static let minimumRun = 3
    /// The maximum numbers of tags in a row, and of places that look like the beginning of a frame.
    private static let (maximumTags, maximumAttempts) = (1_000, 200_000)

    private struct Frame {
        let size: Int
        /// The bits that are the same in all frames of a file.
        let kind: Int
        let isMono: Bool
        let isFirstVersion: Bool
    }

    func parts() throws -> RecordingParts {
        var offset = 0
        var tags = 0
        while tags < Self.maximumTags, let tag = try tag(at: offset), offset + tag <= file.count {
            offset += tag
            tags += 1
        }
        let start = offset
        var runs: [Range<Int>] = []
        var kind: Int?
        var attempts = 0
        while offset < file.count {
            if let run = try run(from: offset, kind: kind, isFirst: offset == start) {
                if kind == nil { kind = try frame(at: offset)?.kind }
                runs.append(run)
                offset = run.upperBound
            } else {
                attempts += 1
                guard attempts < Self.maximumAttempts else { throw RecordingChunks.damaged }
                offset = try nextCandidate(after: offset)
            }
        }
        guard let first = runs.first else {
            throw WorkerError.undecodable("it holds no sound; it may be cut off")
        }
        let head = try cleanedHead(at: first.lowerBound)
        var kept: [RecordingParts.Part] = [.bytes(head)]
        kept.append(.original(first.dropFirst(head.count)))
        kept += runs.dropFirst().map { .original($0) }
        return RecordingParts(
            kept: kept, dropped: runs.gaps(in: 0..<file.count),
            facts: RecordingFacts(seconds: nil, playedBy: .all))
    }

    /// Returns the frames in a row from an offset; nil if there are none, or too few to be sound.
    ///
    /// - Parameter isFirst: True for the frames after the tags at the beginning, which may be few.
    private func run(
        from start: Int, kind: Int?, isFirst: Bool
    ) throws -> Range<Int>? {
        guard let first = try frame(at: start), kind ?? first.kind == first.kind else { return nil }
        var frame: Frame? = first
        var end = start
        var count = 0
        var isWhole = false
        while let size = frame?.size, end + size <= file.count {
            let next = try self.frame(at: end + size)
            frame = next?.kind == first.kind ? next : nil
            isWhole = frame == nil ? try isEnd(end + size) : false
            guard frame != nil || isWhole else { break }
            (end, count) = (end + size, count + 1)
        }
        return count >= Self.minimumRun || count > 0 && isFirst && isWhole ? start..<end : nil
    }

    /// Returns the next offset at which a frame may begin, or the end of the file.
    private func nextCandidate(after offset: Int) throws -> Int {
        var start = offset + 1
        // Where there are many, the next one is near.
        var length = 16
        while start < file.count {
            let bytes = try file.bytes(start..<start + length)
            if let index = bytes.firstIndex(of: 0xFF) { return start + index }
            start += bytes.count
            length = min(4096, length * 4)
        }
        return file.count
    }

    /// Kilobits a second, by the number in the header: of version 1, and of 2 and 2.5.
    private static let bitRates = [
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    private static let sampleRates = [44_100, 48_000, 32_000]

    private func frame(at offset: Int) throws -> Frame? {
        let head = try file.bytes(offset..<offset + 4)
        guard head.count == 4, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 else { return nil }
        // 0 is version 2.5, 2 is version 2, 3 is version 1.
        let version = Int(head[1] >> 3 & 3)
        let (rate, samples) = (Int(head[2] >> 4), Int(head[2] >> 2 & 3))
        guard version != 1, (1...14).contains(rate), samples < 3, head[3] & 3 != 2 else {
            return nil
        }
        let perSecond = Self.sampleRates[samples] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let bits = Self.bitRates[version == 3 ? 0 : 1][rate - 1] * 1000
        let size = (version == 3 ? 144 : 72) * bits / perSecond + Int(head[2] >> 1 & 1)
        return Frame(
            size: size, kind: version << 2 | samples, isMono: head[3] >> 6 == 3,
            isFirstVersion: version == 3)
    }

    /// Returns the size of the ID3v2 tag at an offset; nil if there is none.
    private func tag(at offset: Int) throws -> Int? {
        let head = try file.bytes(offset..<offset + 10)
        guard head.count == 10, head.starts(with: "ID3".utf8) else { return nil }
        let size = head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + 10
        // A footer repeats the header.
        return head[5] & 0x10 == 0 ? size : size + 10
    }

    /// True for an offset at which a tag begins or the file ends.
    private func isEnd(_ offset: Int) throws -> Bool {
        let head = try file.bytes(offset..<offset + 11)
        return head.isEmpty || Self.tags.contains { head.starts(with: $0) }
    }

    /// The beginnings of tags.
    private static let tags = ["ID3", "TAG", "APETAGEX", "LYRICSBEGIN"].map { Array($0.utf8) }

    /// Returns the first frame if it describes the others (Xing, Info), with its numbers and the
    /// delays of the encoder alone; otherwise nothing.
    private func cleanedHead(at offset: Int) throws -> [UInt8] {
        guard let frame = try frame(at: offset) else { return [] }
        var bytes = try file.bytes(offset..<offset + frame.size)
        let start = 4 + (frame.isFirstVersion ? frame.isMono ? 17 : 32 : frame.isMono ? 9 : 17)
        guard bytes.count >= start + 8,
            ["Xing", "Info"].contains(String(decoding: bytes[start..<start + 4], as: UTF8.self))
        else { return [] }
        let flags = bytes[start + 7]
        // Number of frames, number of bytes, table of contents, quality.
        let sizes = [4, 4, 100, 4].enumerated().map { flags >> UInt8($0) & 1 == 1 ? $1 : 0 }
        var end = start + 8 + sizes.reduce(0, +)
        let encoder = bytes.dropFirst(end).prefix(9)
        if ["LAME", "Lavc", "Lavf"].contains(where: { encoder.starts(with: $0.utf8) }),
            encoder.dropFirst(4).allSatisfy({ " .0123456789abr\0".utf8.contains($0) })
        {
            end += 36
        }
        for index in bytes.indices where index >= end { bytes[index] = 0 }
        return bytes
    }
}
