import Foundation

/// Sounds that tests make.
package enum Sound {
    /// Returns a tone as a WAV file of 8 bits per sample.
    package static func wave(seconds: Int, tone: Double) -> [UInt8] {
        let rate = 8000
        func little(_ number: Int, count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let samples = (0..<rate * seconds).map { index in
            UInt8(128 + 60 * sin(2 * .pi * tone * Double(index) / Double(rate)))
        }
        let format =
            little(1, count: 2) + little(1, count: 2) + little(rate, count: 4)
            + little(rate, count: 4) + little(1, count: 2) + little(8, count: 2)
        let body =
            Array("WAVEfmt ".utf8) + little(format.count, count: 4) + format + Array("data".utf8)
            + little(samples.count, count: 4) + samples
        return Array("RIFF".utf8) + little(body.count, count: 4) + body
    }
}
