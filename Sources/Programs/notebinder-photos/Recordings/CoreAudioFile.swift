import NoteModel

/// A Core Audio file (Apple, Core Audio Format Specification 1.0). A copy keeps the format, the
/// list of packets, the channels and the sound.
struct CoreAudioFile {
    let file: RecordingFile

    func parts() throws -> RecordingParts {
        // A sound of unknown size extends to the end of the file.
        let layout = RecordingChunks.Layout(
            sizeBytes: 8, isPadded: false, sound: "data", openSizes: [-1])
        var chunks = try RecordingChunks(file, from: 8, layout: layout)
        guard let description = chunks.take("desc"), description.count == 32,
            var sound = chunks.take("data"), sound.count >= 4
        else { throw WorkerError.undecodable("it holds no sound; it may be cut off") }
        let rate = Double(
            bitPattern: UInt64(bitPattern: Int64(try file.number(at: description.lowerBound, 8))))
        let packet = try file.number(at: description.lowerBound + 16, 4)
        let perPacket = try file.number(at: description.lowerBound + 20, 4)
        let flags = try file.number(at: description.lowerBound + 12, 4)
        let channels = try file.number(at: description.lowerBound + 24, 4)
        let bits = try file.number(at: description.lowerBound + 28, 4)
        guard rate > 0, rate < .infinity, channels > 0 else { throw RecordingChunks.damaged }
        // A sample may have more bytes than it needs, which it fills from the highest bit on.
        if try file.name(at: description.lowerBound + 8) == "lpcm", perPacket == 1,
            packet % channels == 0, packet / channels * 8 >= bits,
            let linear = LinearSound(
                channels: channels, rate: rate, bits: packet / channels * 8,
                isFloat: flags & 1 != 0, isLittle: flags & 2 != 0)
        {
            // What is left of the original besides the sound is metadata.
            var rest = chunks
            for name in ["chan", "kuki", "pakt"] { _ = rest.take(name) }
            let data = sound.lowerBound + 4..<sound.upperBound
            if let parts = linear.parts(sound: data, dropped: rest.rest) { return parts }
        }
        var frames: Double?
        var kept = chunk("desc", content: description)
        if let map = chunks.take("chan"), map.count >= 12 {
            let count = 12 + 20 * (try file.number(at: map.lowerBound + 8, 4))
            guard count == map.count else { throw RecordingChunks.damaged }
            kept += chunk("chan", content: map)
        }
        // The parameters of the codec.
        if let cookie = chunks.take("kuki") {
            guard cookie.count <= 4096 else { throw RecordingChunks.damaged }
            kept += chunk("kuki", content: cookie)
        }
        if packet > 0 {
            frames = Double((sound.count - 4) / packet) * Double(perPacket)
        } else if let table = chunks.take("pakt"), table.count >= 24 {
            frames = Double(try file.number(at: table.lowerBound + 8, 8))
            let packets = try packets(table, namesFrames: perPacket == 0)
            guard packets.size <= sound.count - 4 else { throw RecordingChunks.damaged }
            sound = sound.prefix(4 + packets.size)
            kept += chunk("pakt", content: packets.table)
        }
        kept += chunk("data", content: sound)
        return RecordingParts(
            kept: [.bytes(Array("caff".utf8) + [0, 1, 0, 0])] + kept, dropped: chunks.rest,
            facts: RecordingFacts(
                seconds: frames.flatMap { rate > 0 ? $0 / rate : nil }, playedBy: .safari))
    }

    private func chunk(_ name: String, content: Range<Int>) -> [RecordingParts.Part] {
        [.bytes(Array(name.utf8) + content.count.big(8)), .original(content)]
    }

    /// Returns the range of a list of packets without what follows it, and the size of all packets.
    ///
    /// - Parameter namesFrames: True if each packet has a number of frames after its size.
    private func packets(
        _ table: Range<Int>, namesFrames: Bool
    ) throws -> (table: Range<Int>, size: Int) {
        let count = try file.number(at: table.lowerBound, 8)
        guard count >= 0, count <= table.count else { throw RecordingChunks.damaged }
        var offset = table.lowerBound + 24
        var size = 0
        for index in 0..<(namesFrames ? 2 * count : count) {
            // Seven bits per byte; all bytes but the last have their highest bit set.
            var number = 0
            while true {
                guard offset < table.upperBound, number < 1 << 40 else {
                    throw RecordingChunks.damaged
                }
                let byte = try file.number(at: offset, 1)
                offset += 1
                number = number << 7 | byte & 0x7F
                if byte < 0x80 { break }
            }
            if !namesFrames || index % 2 == 0 { size += number }
            guard size <= file.count else { throw RecordingChunks.damaged }
        }
        return (table.lowerBound..<offset, size)
    }
}
