/// A chunk of a PNG file (third edition, section 5.3) or of a RIFF file such as WebP (RFC 9649).
struct PictureChunk {
    let name: String
    /// The ranges of the chunk and of its content; those of the last chunk exceed a file that is
    /// cut off.
    let all: Range<Int>
    let content: Range<Int>

    /// Returns the chunks of a file, in order.
    ///
    /// - Parameter isRIFF: True for RIFF, whose chunks begin with their names, have little-endian
    ///   sizes and are padded to even ones; false for PNG, whose chunks end with a checksum.
    static func all<Bytes: RandomAccessCollection<UInt8>>(
        of bytes: Bytes, isRIFF: Bool
    ) -> UnfoldSequence<PictureChunk, Int> where Bytes.Index == Int {
        sequence(state: isRIFF ? 12 : 8) { offset in
            guard offset + 8 <= bytes.count else { return nil }
            let halves = [bytes[offset..<offset + 4], bytes[offset + 4..<offset + 8]]
            let (name, digits) = isRIFF ? (halves[0], halves[1]) : (halves[1], halves[0])
            let start = offset
            let content = start + 8..<start + 8 + digits.number(isLittle: isRIFF)
            offset = content.upperBound + (isRIFF ? content.count % 2 : 4)
            return PictureChunk(
                name: String(decoding: name, as: UTF8.self), all: start..<offset, content: content)
        }
    }
}

/// A segment of a JPEG (ITU-T T.81, annex B).
struct JPEGSegment {
    let marker: UInt8
    /// The range of the segment, with the padding before its marker.
    let all: Range<Int>
    /// The range of the content; empty for the end of the image, which has no length.
    let content: Range<Int>

    /// Reads the segment at an offset; nil for bytes that are not a whole segment.
    init?(at offset: Int, in bytes: [UInt8]) {
        var start = offset
        // Padding may come before a marker.
        while start + 1 < bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xFF { start += 1 }
        guard start + 1 < bytes.count, bytes[start] == 0xFF else { return nil }
        marker = bytes[start + 1]
        if marker == 0xD9 {
            (all, content) = (offset..<start + 2, start + 2..<start + 2)
            return
        }
        guard let size = bytes.number(at: start + 2, 2, isLittle: false), size >= 2,
            start + 2 + size <= bytes.count
        else { return nil }
        (all, content) = (offset..<start + 2 + size, start + 4..<start + 2 + size)
    }

    /// Returns a segment as it is in a file.
    static func bytes(_ marker: UInt8, content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + (content.count + 2).big(2) + content
    }
}

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
            let texts = PictureChunk.all(of: bytes, isRIFF: false).count {
                ["zTXt", "iTXt"].contains($0.name)
            }
            guard texts <= maximumTexts else {
                throw WorkerError.undecodable(
                    "it has \(texts) texts; the limit is \(maximumTexts)")
            }
        } else if bytes.starts(with: Array("RIFF".utf8)),
            bytes.dropFirst(8).starts(with: "WEBP".utf8)
        {
            let frames = PictureChunk.all(of: bytes, isRIFF: true).count { $0.name == "ANMF" }
            guard frames <= maximumFrames else {
                throw WorkerError.undecodable(
                    "it has \(frames) frames; the limit is \(maximumFrames)")
            }
        }
    }
}
