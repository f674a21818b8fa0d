import NoteModel

/// A WAVE file (Microsoft, Multimedia Programming Interface and Data Specifications 1.0). A copy
/// keeps the format, the number of samples and the sound.
struct WaveFile {
    let file: RecordingFile

    func parts() throws -> RecordingParts {
        var layout = RecordingChunks.Layout(isLittle: true, sound: "data")
        // A recorder that was interrupted has filled in neither the file's size nor the sound's.
        let size = try file.number(at: 4, 4, isLittle: true)
        if size == 0xFFFF_FFFF || size < 8192, file.count > size + 9 {
            layout.openSizes = [0, 0xFFFF_FFFF]
        }
        var chunks = try RecordingChunks(file, from: 12, layout: layout)
        guard let format = chunks.take("fmt "), let data = chunks.take("data"), format.count >= 16
        else { throw WorkerError.undecodable("it holds no sound; it may be cut off") }
        let head = try file.bytes(format.prefix(64))
        let code = Int(head[0]) | Int(head[1]) << 8
        // Integers, floating-point numbers, A-law and µ-law need no more than 16 bytes; the
        // extensible format and compressed sound have parameters of their own.
        let isPlain = [1, 3, 6, 7].contains(code)
        let count = isPlain ? 16 : head.count >= 18 ? 18 + Int(head[16]) + Int(head[17]) << 8 : 0
        guard count == format.count || isPlain && format.count <= 40, count <= head.count else {
            throw RecordingChunks.damaged
        }
        var body = Array("WAVEfmt ".utf8) + count.little() + head.prefix(count)
        if let fact = chunks.take("fact"), !isPlain, fact.count >= 4 {
            body += Array("fact".utf8) + 4.little() + (try file.bytes(fact.prefix(4)))
        }
        body += Array("data".utf8) + data.count.little()
        let padding = [UInt8](repeating: 0, count: data.count % 2)
        let rate = head[8..<12].number(isLittle: true)
        // Floating-point numbers of 8 bytes are played by few.
        let isPlayed = code == 3 ? head[14] <= 32 : isPlain || code == 0xFFFE
        return RecordingParts(
            kept: [
                .bytes(
                    Array("RIFF".utf8) + (body.count + data.count + padding.count).little() + body),
                .original(data), .bytes(padding),
            ], dropped: chunks.rest,
            facts: RecordingFacts(
                seconds: rate > 0 ? Double(data.count) / Double(rate) : nil,
                playedBy: isPlayed ? .all : .none))
    }
}
