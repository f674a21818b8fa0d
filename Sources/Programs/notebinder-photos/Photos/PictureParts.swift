/// The parts that a picture declares before its pixels are decoded. A small file may have any
/// number of them.
enum PictureParts {
    /// The maximum number of compressed texts; each may fill megabytes.
    private static let maximumTexts = 16

    /// Checks that a picture has no more parts than a decoder reads quickly.
    ///
    /// - Parameter maximumFrames: The maximum number of frames of an animation.
    /// - Throws: ``WorkerError/undecodable(_:)``.
    static func requireFew(
        in bytes: UnsafeRawBufferPointer, maximumFrames: Int
    ) throws {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            // Chunks of PNG (third edition, section 5.3): a size, a name, the content and a sum.
            let texts = count(in: bytes, from: 8, nameFirst: false) {
                ["zTXt", "iTXt"].contains($0)
            }
            guard texts <= maximumTexts else {
                throw WorkerError.undecodable(
                    "it has \(texts) texts; the limit is \(maximumTexts)")
            }
        } else if bytes.starts(with: Array("RIFF".utf8)),
            bytes.dropFirst(8).starts(with: "WEBP".utf8)
        {
            let frames = count(in: bytes, from: 12, nameFirst: true) { $0 == "ANMF" }
            guard frames <= maximumFrames else {
                throw WorkerError.undecodable(
                    "it has \(frames) frames; the limit is \(maximumFrames)")
            }
        }
    }

    /// Returns the number of chunks with certain names.
    ///
    /// - Parameter nameFirst: True for RIFF, whose sizes are little-endian and padded to even ones;
    ///   false for PNG.
    private static func count(
        in bytes: UnsafeRawBufferPointer, from start: Int, nameFirst: Bool,
        where isCounted: (String) -> Bool
    ) -> Int {
        var (count, offset) = (0, start)
        while offset + 8 <= bytes.count {
            let halves = [bytes[offset..<offset + 4], bytes[offset + 4..<offset + 8]]
            let (name, digits) = nameFirst ? (halves[0], halves[1]) : (halves[1], halves[0])
            let size = digits.number(isLittle: nameFirst)
            if isCounted(String(decoding: name, as: UTF8.self)) { count += 1 }
            offset += nameFirst ? 8 + size + size % 2 : 12 + size
        }
        return count
    }
}
