import Platform

/// The recordings of the sample: a well-known birthday song as a toy piano plays it, and two tones.
enum SampleSong {
    private static let rate = 8_000

    /// Semitones above middle C, and lengths in beats.
    private static let notes: [(tone: Int, beats: Double)] = [
        (7, 0.75), (7, 0.25), (9, 1), (7, 1), (12, 1), (11, 2), (7, 0.75), (7, 0.25), (9, 1),
        (7, 1), (14, 1), (12, 2),
    ]

    /// The song, as a WAV file.
    static var song: [UInt8] { wave(notes.flatMap { sound($0.tone, beats: $0.beats) }) }

    /// Middle C and the E above it, each twice in turn, as a WAV file.
    static var tones: [UInt8] {
        wave([0, 4, 0, 4].flatMap { sound($0, beats: 1.5) })
    }

    /// Returns a WAV file of 8 bits per sample with one channel.
    private static func wave(_ samples: [UInt8]) -> [UInt8] {
        let format =
            little(1, count: 2) + little(1, count: 2) + little(rate, count: 4)
            + little(rate, count: 4) + little(1, count: 2)
            + little(8, count: 2)
        let body =
            Array("WAVEfmt ".utf8) + little(format.count, count: 4) + format + Array("data".utf8)
            + little(samples.count, count: 4) + samples
        return Array("RIFF".utf8) + little(body.count, count: 4) + body
    }

    /// Returns the samples of a struck string: a tone and its octave, which die away.
    private static func sound(_ tone: Int, beats: Double) -> [UInt8] {
        let frequency = 261.63 * pow(2, Double(tone) / 12)
        return (0..<Int(0.5 * beats * Double(rate))).map { index in
            let time = Double(index) / Double(rate)
            let turn = 2 * Double.pi * frequency * time
            let level = (sin(turn) + 0.4 * sin(2 * turn)) * exp(-4 * time)
            return UInt8(128 + (80 * level).rounded())
        }
    }

    private static func little(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
