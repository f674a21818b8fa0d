import NoteModel
import PhotoMessages

/// Takes out of a recording what is neither sound nor film, and says what it is.
struct RecordingCleaner {
    private let file: PatchedFile

    init(_ file: PatchedFile) {
        self.file = file
    }

    func clean() throws(BenchError) -> CleanCopy {
        let start = try file.bytes(0..<16)
        if start.starts(with: "RIFF".utf8) { return try cleanWave() }
        if start.starts(with: "caff".utf8) { return try cleanCoreAudio() }
        if start.starts(with: "FORM".utf8) { return try cleanAIFF() }
        if start.starts(with: "#!AMR".utf8) { return copy(seconds: nil, .none) }
        if start.starts(with: "ID3".utf8) || start.starts(with: [0xFF]) { return try cleanMP3() }
        return try MovieCleaner(file).clean()
    }

    private func copy(seconds: Double?, _ playedBy: BrowserSupport) -> CleanCopy {
        CleanCopy(
            carriedPosition: false,
            recording: RecordingFacts(isVideo: false, seconds: seconds, playedBy: playedBy))
    }

    /// Chunks of a name and a size, up to one that ends behind the file.
    private func chunks(
        from start: Int, sizeBytes: Int, isLittle: Bool = false, isPadded: Bool = true
    ) throws(BenchError) -> [(name: String, header: Int, content: Range<Int>)] {
        var chunks: [(name: String, header: Int, content: Range<Int>)] = []
        var offset = start
        while offset + 4 + sizeBytes <= file.count {
            let digits = try file.bytes(offset + 4..<offset + 4 + sizeBytes)
            let size = (isLittle ? digits.reversed() : digits).reduce(0) { $0 << 8 | Int($1) }
            let content = offset + 4 + sizeBytes
            // Sizes that were never filled in reach to the end.
            let end = size < 0 || size > file.count - content ? file.count : content + size
            chunks.append((try file.name(at: offset), offset, content..<end))
            offset = end + (isPadded ? (end - content) % 2 : 0)
        }
        return chunks
    }

    /// Overwrites all chunks but those of some names.
    private func blank(
        _ chunks: [(name: String, header: Int, content: Range<Int>)], but kept: Set<String>,
        as name: String
    ) throws(BenchError) {
        for chunk in chunks where !kept.contains(chunk.name) {
            try file.overwrite(at: chunk.header, with: Array(name.utf8))
            try file.blank(chunk.content)
        }
    }

    /// A WAVE file (Microsoft, Multimedia Programming Interface and Data Specifications 1.0).
    private func cleanWave() throws(BenchError) -> CleanCopy {
        let chunks = try chunks(from: 12, sizeBytes: 4, isLittle: true)
        guard let format = chunks.first(where: { $0.name == "fmt " })?.content,
            let data = chunks.first(where: { $0.name == "data" })?.content, format.count >= 16
        else { throw .undecodable("it holds no sound; it may be cut off") }
        try blank(chunks, but: ["fmt ", "data", "fact"], as: "JUNK")
        let head = try file.bytes(format)
        let rate = (8..<12).reversed().reduce(0) { $0 << 8 | Int(head[$1]) }
        // Whole numbers, real ones, A-law, µ-law, and what names its format further on.
        let isPlayed = [1, 3, 6, 7, 0xFFFE].contains(Int(head[0]) | Int(head[1]) << 8)
        return copy(
            seconds: rate > 0 ? Double(data.count) / Double(rate) : nil, isPlayed ? .all : .none)
    }

    /// A Core Audio file (Apple, Core Audio Format Specification 1.0).
    private func cleanCoreAudio() throws(BenchError) -> CleanCopy {
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
        return copy(seconds: frames.flatMap { rate > 0 ? $0 / rate : nil }, .safari)
    }

    /// An AIFF or AIFF-C file (Apple, 1991).
    private func cleanAIFF() throws(BenchError) -> CleanCopy {
        let chunks = try chunks(from: 12, sizeBytes: 4)
        guard chunks.contains(where: { $0.name == "SSND" }) else {
            throw .undecodable("it holds no sound; it may be cut off")
        }
        try blank(chunks, but: ["FVER", "COMM", "SSND"], as: "FLLR")
        return copy(seconds: nil, .safari)
    }

    /// An MP3 file, with tags of ID3 version 2 before its sound and of version 1 behind it.
    private func cleanMP3() throws(BenchError) -> CleanCopy {
        let head = try file.bytes(0..<10)
        if head.starts(with: "ID3".utf8), head.count == 10 {
            let size = head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
            // Padding, for a reader of such tags.
            try file.overwrite(at: 5, with: [0])
            try file.blank(10..<10 + size)
        }
        let tail = max(0, file.count - 128)..<file.count
        if try file.bytes(tail).starts(with: "TAG".utf8) {
            try file.blank(tail.lowerBound + 3..<tail.upperBound)
        }
        return copy(seconds: nil, .all)
    }
}
