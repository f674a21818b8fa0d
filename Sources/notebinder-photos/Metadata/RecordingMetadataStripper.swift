import MediaModel
import NoteModel

/// Removes from a recording everything but audio and video, and reports its properties.
struct RecordingMetadataStripper {
    private let file: PatchedFile

    init(_ file: PatchedFile) {
        self.file = file
    }

    func clean() throws(WorkerError) -> RecordingFacts {
        let start = try file.bytes(0..<16)
        if start.starts(with: "RIFF".utf8) { return try cleanWave() }
        if start.starts(with: "caff".utf8) { return try cleanCoreAudio() }
        if start.starts(with: "FORM".utf8) { return try cleanAIFF() }
        if start.starts(with: "#!AMR".utf8) { return facts(seconds: nil, .none) }
        if start.starts(with: "ID3".utf8) || start.starts(with: [0xFF]) { return try cleanMP3() }
        return try MovieMetadataStripper(file).clean()
    }

    private func facts(seconds: Double?, _ playedBy: BrowserSupport) -> RecordingFacts {
        let isLength = seconds.map { $0.isFinite && $0 >= 0 } ?? false
        return RecordingFacts(
            isVideo: false, seconds: isLength ? seconds : nil, playedBy: playedBy,
            carriesPosition: false)
    }

    /// Returns the chunks of a file, each a name, a size and the content. A chunk whose size
    /// exceeds the rest of the file extends to its end.
    private func chunks(
        from start: Int, sizeBytes: Int, isLittle: Bool = false, isPadded: Bool = true
    ) throws(WorkerError) -> [(name: String, header: Int, content: Range<Int>)] {
        var chunks: [(name: String, header: Int, content: Range<Int>)] = []
        var offset = start
        while offset + 4 + sizeBytes <= file.count {
            guard chunks.count < 10_000 else { throw .undecodable("it is in too many pieces") }
            let name = try file.name(at: offset)
            let digits = try file.bytes(offset + 4..<offset + 4 + sizeBytes)
            let size = (isLittle ? digits.reversed() : digits).reduce(0) { $0 << 8 | Int($1) }
            let content = offset + 4 + sizeBytes
            // A size that was not filled in because the recorder was interrupted: the chunk extends
            // to the end.
            let isOpen = size < 0 || size > file.count - content || name == "data" && size == 0
            let end = isOpen ? file.count : content + size
            chunks.append((name, offset, content..<end))
            offset = end + (isPadded ? (end - content) % 2 : 0)
        }
        return chunks
    }

    /// Overwrites all chunks except those with the `kept` names, and renames them.
    private func blank(
        _ chunks: [(name: String, header: Int, content: Range<Int>)], but kept: Set<String>,
        as name: String
    ) throws(WorkerError) {
        try file.blank((chunks.last?.content.upperBound ?? 0)..<file.count)
        for chunk in chunks where !kept.contains(chunk.name) {
            try file.overwrite(at: chunk.header, with: Array(name.utf8))
            try file.blank(chunk.content)
        }
    }

    /// Cleans a WAVE file (Microsoft, Multimedia Programming Interface and Data Specifications
    /// 1.0).
    private func cleanWave() throws(WorkerError) -> RecordingFacts {
        let chunks = try chunks(from: 12, sizeBytes: 4, isLittle: true)
        guard let format = chunks.first(where: { $0.name == "fmt " })?.content,
            let data = chunks.first(where: { $0.name == "data" })?.content, format.count >= 16
        else { throw .undecodable("it holds no sound; it may be cut off") }
        try blank(chunks, but: ["fmt ", "data", "fact"], as: "JUNK")
        let head = try file.bytes(format)
        let rate = (8..<12).reversed().reduce(0) { $0 << 8 | Int(head[$1]) }
        // Integers, floating-point numbers, A-law, µ-law, and the extensible format.
        let isPlayed = [1, 3, 6, 7, 0xFFFE].contains(Int(head[0]) | Int(head[1]) << 8)
        return facts(
            seconds: rate > 0 ? Double(data.count) / Double(rate) : nil, isPlayed ? .all : .none)
    }

    /// Cleans a Core Audio file (Apple, Core Audio Format Specification 1.0).
    private func cleanCoreAudio() throws(WorkerError) -> RecordingFacts {
        let chunks = try chunks(from: 8, sizeBytes: 8, isPadded: false)
        guard let description = chunks.first(where: { $0.name == "desc" })?.content,
            let data = chunks.first(where: { $0.name == "data" })?.content, description.count >= 32
        else { throw .undecodable("it holds no sound; it may be cut off") }
        try blank(chunks, but: ["desc", "data", "pakt", "kuki", "chan"], as: "free")
        let rate = Double(
            bitPattern: UInt64(bitPattern: Int64(try file.number(at: description.lowerBound, 8))))
        let packet = try file.number(at: description.lowerBound + 16, 4)
        var frames: Double?
        if packet > 0 {
            let perPacket = try file.number(at: description.lowerBound + 20, 4)
            frames = Double((data.count - 4) / packet) * Double(perPacket)
        } else if let table = chunks.first(where: { $0.name == "pakt" })?.content, table.count >= 16
        {
            frames = Double(try file.number(at: table.lowerBound + 8, 8))
        }
        return facts(seconds: frames.flatMap { rate > 0 ? $0 / rate : nil }, .safari)
    }

    /// Cleans an AIFF or AIFF-C file (Apple, 1991).
    private func cleanAIFF() throws(WorkerError) -> RecordingFacts {
        let chunks = try chunks(from: 12, sizeBytes: 4)
        guard chunks.contains(where: { $0.name == "SSND" }) else {
            throw .undecodable("it holds no sound; it may be cut off")
        }
        try blank(chunks, but: ["FVER", "COMM", "SSND"], as: "FLLR")
        return facts(seconds: nil, .safari)
    }

    /// Cleans an MP3 file, which may have tags of several kinds before and after its audio.
    private func cleanMP3() throws(WorkerError) -> RecordingFacts {
        var start = 0
        while true {
            let head = try file.bytes(start..<start + 10)
            guard head.count == 10, head.starts(with: "ID3".utf8) else { break }
            let size = head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
            // What remains is padding to a reader of such tags.
            try file.overwrite(at: start + 5, with: [0])
            try file.blank(start + 10..<start + 10 + size)
            start += 10 + size
        }
        var end = file.count
        while let tag = try tag(endingAt: end, after: start) {
            try file.blank(tag)
            end = tag.lowerBound
        }
        return facts(seconds: nil, .all)
    }

    /// Returns the range of the tag that ends at an offset: ID3v1 and its extension, ID3v2 at the
    /// end of a file, APE, or Lyrics3; nil if there is none.
    private func tag(endingAt end: Int, after start: Int) throws(WorkerError) -> Range<Int>? {
        func text(_ distance: Int, count: Int) throws(WorkerError) -> String {
            guard end - distance >= start else { return "" }
            return String(
                decoding: try file.bytes(end - distance..<end - distance + count), as: UTF8.self)
        }
        var size: Int?
        if try text(128, count: 3) == "TAG" {
            size = 128
        } else if try text(227, count: 4) == "TAG+" {
            size = 227
        } else if try text(32, count: 8) == "APETAGEX" {
            let digits = try file.bytes(end - 20..<end - 16)
            // The size does not include the header, which is as long as the footer.
            size = digits.reversed().reduce(0) { $0 << 8 | Int($1) } + 32
        } else if try text(9, count: 9) == "LYRICS200" {
            size = Int(try text(15, count: 6)).map { $0 + 15 }
        } else if try text(10, count: 3) == "3DI" {
            size = try file.bytes(end - 4..<end).reduce(0) { $0 << 7 | Int($1 & 0x7F) } + 20
        }
        return size.map { max(start, end - max(1, $0))..<end }
    }
}
