import NoteModel
import Platform

/// An AIFF or AIFF-C file (Apple, 1991). A copy keeps the format and the sound.
struct AudioInterchangeFile {
    let file: RecordingFile

    /// The bytes of a sample in the codecs of AIFF-C that store samples one by one.
    private static let sampleSizes = [
        "fl32": 4, "FL32": 4, "fl64": 8, "FL64": 8, "ulaw": 1, "ULAW": 1, "alaw": 1, "ALAW": 1,
    ]

    /// Returns the description of sound that is linear PCM; nil for any other.
    ///
    /// - Parameters:
    ///   - codec: The identifier of the codec.
    ///   - common: The range of the chunk that describes the sound.
    private func linear(_ codec: String, common: Range<Int>) throws -> LinearSound? {
        let start = common.lowerBound
        // The rate is a number of 80 bits (IEEE 754, extended precision).
        let exponent = try file.number(at: start + 8, 2) & 0x7FFF
        let high = Double(try file.number(at: start + 10, 4))
        let mantissa = high * 4_294_967_296 + Double(try file.number(at: start + 14, 4))
        let rate = mantissa * pow(2, Double(exponent - 16_383 - 63))
        let isFloat = ["fl32", "FL32", "fl64", "FL64"].contains(codec)
        guard isFloat || ["NONE", "twos", "sowt", "raw ", "in24", "in32"].contains(codec) else {
            return nil
        }
        return LinearSound(
            channels: try file.number(at: start, 2), rate: rate,
            bits: isFloat
                ? Self.sampleSizes[codec].map { $0 * 8 } ?? 0 : try file.number(at: start + 6, 2),
            isFloat: isFloat, isLittle: codec == "sowt", isSigned: codec != "raw ")
    }

    func parts() throws -> RecordingParts {
        var layout = RecordingChunks.Layout(sound: "SSND")
        let size = try file.number(at: 4, 4)
        if size < 8192, file.count > size + 9 { layout.openSizes = [0, 8] }
        var chunks = try RecordingChunks(file, from: 12, layout: layout)
        guard let common = chunks.take("COMM"), common.count >= 18,
            let sound = chunks.take("SSND"), sound.count >= 8
        else { throw WorkerError.undecodable("it holds no sound; it may be cut off") }
        let head = try file.bytes(common.prefix(22))
        let isCompressed = try file.name(at: 8) == "AIFC" && head.count == 22
        let start = sound.lowerBound + 8 + (try file.number(at: sound.lowerBound, 4))
        // A recorder that was interrupted has not counted the samples.
        let samples = try file.number(at: common.lowerBound + 2, 4)
        var expected = samples == 0 ? Int.max : samples
        if samples > 0 {
            let channels = try file.number(at: common.lowerBound, 2)
            let bits = try file.number(at: common.lowerBound + 6, 2)
            let codec = String(decoding: head.dropFirst(18), as: UTF8.self)
            expected *= channels
            // IMA 4:1 has blocks of 34 bytes for each channel.
            expected *= codec == "ima4" ? 34 : Self.sampleSizes[codec] ?? (bits + 7) / 8
        }
        guard expected > 0, start <= sound.upperBound else { throw RecordingChunks.damaged }
        let data = start..<start + min(expected, sound.upperBound - start)
        guard samples == 0 || sound.upperBound - data.upperBound <= 1 else {
            throw RecordingChunks.damaged
        }
        let codec = isCompressed ? String(decoding: head.dropFirst(18), as: UTF8.self) : "NONE"
        if let parts = try linear(codec, common: common)?.parts(sound: data, dropped: chunks.rest) {
            return parts
        }
        var body: [UInt8] = Array((isCompressed ? "AIFCFVER" : "AIFF").utf8)
        // The only version, and a name of the codec without letters.
        if isCompressed { body += 4.big() + 0xA280_5140.big() }
        let description = head.prefix(isCompressed ? 22 : 18) + (isCompressed ? [0, 0] : [])
        body += Array("COMM".utf8) + description.count.big() + description
        let padding = [UInt8](repeating: 0, count: data.count % 2)
        body += Array("SSND".utf8) + (data.count + 8).big() + 0.big(8)
        return RecordingParts(
            kept: [
                .bytes(Array("FORM".utf8) + (body.count + data.count + padding.count).big() + body),
                .original(data), .bytes(padding),
            ], dropped: chunks.rest, facts: RecordingFacts(seconds: nil, playedBy: .safari))
    }
}
