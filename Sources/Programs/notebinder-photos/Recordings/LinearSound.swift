import NoteModel
import Platform

/// Linear PCM as a file stores it, and the same samples as a WAVE file (Microsoft, Multimedia
/// Programming Interface and Data Specifications 1.0), which all browsers play.
struct LinearSound {
    private let channels: Int
    /// The number of samples a second.
    private let rate: Int
    /// The number of bytes of a sample.
    private let width: Int
    private let isFloat: Bool
    private let isLittle: Bool
    /// True if samples of one byte have a sign, which those of WAVE do not have.
    private let isSigned: Bool

    /// Creates a description; nil for sound that a WAVE file cannot hold without loss.
    ///
    /// - Parameters:
    ///   - rate: The number of samples a second.
    ///   - bits: The number of bits of a sample, which fill its bytes from the highest on.
    init?(
        channels: Int, rate: Double, bits: Int, isFloat: Bool, isLittle: Bool, isSigned: Bool = true
    ) {
        let width = (bits + 7) / 8
        guard (1...64).contains(channels), rate >= 1, rate <= 1e7, rate == rate.rounded(),
            // Browsers do not play floating-point numbers of 8 bytes.
            isFloat ? width == 4 : (1...4).contains(width)
        else { return nil }
        (self.channels, self.rate, self.width) = (channels, Int(rate), width)
        (self.isFloat, self.isLittle, self.isSigned) = (isFloat, isLittle, isSigned)
    }

    /// Returns the parts of a WAVE file with the samples of a range; nil if they are too many.
    ///
    /// - Parameter dropped: The ranges of the original that are metadata, or may be.
    func parts(sound: Range<Int>, dropped: [Range<Int>]) -> RecordingParts? {
        let frame = channels * width
        let data = sound.prefix(sound.count / frame * frame)
        guard data.count < Int(UInt32.max) - 64 else { return nil }
        let format =
            (isFloat ? 3 : 1).little(2) + channels.little(2) + rate.little()
            + (rate * frame).little() + frame.little(2) + (width * 8).little(2)
        let body =
            Array("WAVEfmt ".utf8) + format.count.little() + format + Array("data".utf8)
            + data.count.little()
        let padding = [UInt8](repeating: 0, count: data.count % 2)
        let size = body.count + data.count + padding.count
        return RecordingParts(
            kept: [
                .bytes(Array("RIFF".utf8) + size.little() + body), samples(of: data),
                .bytes(padding),
            ], dropped: dropped,
            facts: RecordingFacts(
                seconds: Double(data.count / frame) / Double(rate), playedBy: .all),
            kind: .wav)
    }

    private func samples(of data: Range<Int>) -> RecordingParts.Part {
        guard width > 1 ? !isLittle : isSigned else { return .original(data) }
        return .converted(data, unit: width) { [width] samples in
            guard width > 1 else {
                for index in samples.indices { samples[index] ^= 0x80 }
                return
            }
            for start in stride(from: 0, to: samples.count, by: width) {
                samples[start..<start + width].reverse()
            }
        }
    }
}
