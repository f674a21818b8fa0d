import NoteModel

/// Makes lossless copies of photos that all programs show upright.
///
/// JPEG and TIFF files get another orientation tag, which all programs honour, and keep every other
/// byte. Few programs honour it in PNG (`eXIf`), WebP, GIF, HEIC and AVIF, so their pixels are
/// turned and written as PNG, which every program opens.
struct UprightCopying {
    /// The orientation of the stored pixels (EXIF, 1 to 8).
    private let orientation: Int

    init(_ orientation: Int) {
        self.orientation = orientation
    }

    /// Returns an upright copy of a picture, and its format.
    ///
    /// - Throws: ``Picture/PictureError`` for a picture that cannot be decoded or takes too much
    ///   memory.
    func copy(
        of bytes: UnsafeRawBufferPointer
    ) throws -> (bytes: [UInt8], kind: PhotoKind) {
        switch PhotoKind(prefix: Array(bytes.prefix(1024))) {
        case .jpeg?:
            if let copy = JPEGOrientation.setting(orientation, in: Array(bytes)) {
                return (copy, .jpeg)
            }
        case .tiff?:
            if let copy = TIFFOrientation.setting(orientation, in: Array(bytes)) {
                return (copy, .tiff)
            }
        default: break
        }
        return (try Picture.uprightPNG(of: bytes, from: orientation), .png)
    }
}

/// The orientation in the EXIF segment of a JPEG (CIPA DC-008, section 4.7.2).
enum JPEGOrientation {
    private static let sign = Array("Exif\0\0".utf8)
    /// The length of the content of a segment, in bytes.
    private static let maximumSize = 65_533

    /// Returns the JPEG with another orientation tag; all bytes outside of its EXIF segment stay
    /// the same.
    ///
    /// - Returns: Nil if the tag does not fit into the EXIF segment.
    static func setting(_ orientation: Int, in bytes: [UInt8]) -> [UInt8]? {
        var insertion = 2
        var offset = 2
        while let segment = segment(at: offset, in: bytes) {
            let content = bytes[segment.content]
            if segment.marker == 0xE1, content.starts(with: sign) {
                guard
                    let block = TIFFOrientation.setting(
                        orientation, in: Array(content.dropFirst(sign.count)))
                else { break }
                return replacing(segment.all, in: bytes, with: sign + block)
            }
            offset = segment.all.upperBound
            // JFIF requires its segment to be the first.
            if segment.marker == 0xE0, insertion == segment.all.lowerBound { insertion = offset }
        }
        // Comes before a damaged segment: programs read the first.
        return replacing(
            insertion..<insertion, in: bytes, with: sign + TIFFOrientation.block(orientation))
    }

    private struct Segment {
        let marker: UInt8
        let all: Range<Int>
        let content: Range<Int>
    }

    /// Returns the segment at an offset; nil at the beginning of the compressed pixels, and for
    /// bytes that are not a segment.
    private static func segment(at offset: Int, in bytes: [UInt8]) -> Segment? {
        var start = offset
        // Padding may come before a marker.
        while start + 1 < bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xFF { start += 1 }
        guard start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA else {
            return nil
        }
        let end = start + 2 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
        guard end >= start + 4, end <= bytes.count else { return nil }
        return Segment(marker: bytes[start + 1], all: offset..<end, content: start + 4..<end)
    }

    private static func replacing(
        _ range: Range<Int>, in bytes: [UInt8], with content: [UInt8]
    ) -> [UInt8]? {
        guard content.count <= maximumSize else { return nil }
        let size = content.count + 2
        return bytes[..<range.lowerBound] + [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 0xFF)]
            + content + bytes[range.upperBound...]
    }
}

/// The orientation in the first directory of a TIFF structure (TIFF 6.0, sections 2 and 8).
enum TIFFOrientation {
    private static let tag = 0x0112
    private static let entrySize = 12

    /// Returns a TIFF structure that contains only the tag.
    static func block(_ orientation: Int) -> [UInt8] {
        let writer = Numbers(isLittle: false)
        return Array("MM\0*".utf8) + writer.bytes(8, count: 4) + writer.bytes(1, count: 2)
            + entry(orientation, numbers: writer) + writer.bytes(0, count: 4)
    }

    /// Returns the structure with another orientation tag. Nothing in it moves: if the tag is
    /// missing, a copy of the directory with the tag is appended.
    ///
    /// - Returns: Nil for bytes that are not a TIFF structure, or if it is too large.
    static func setting(_ orientation: Int, in block: [UInt8]) -> [UInt8]? {
        let isLittle = block.starts(with: [0x49, 0x49, 0x2A, 0])
        guard isLittle || block.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
        let numbers = Numbers(isLittle: isLittle)
        guard let start = numbers.read(4, at: 4, in: block), start >= 8,
            let count = numbers.read(2, at: start, in: block), count > 0
        else { return nil }
        let first = start + 2
        let end = first + count * entrySize
        guard end <= block.count else { return nil }
        let entries = stride(from: first, to: end, by: entrySize)
        let entry = entry(orientation, numbers: numbers)
        var result = block
        if let place = entries.first(where: { numbers.read(2, at: $0, in: block) == tag }) {
            result.replaceSubrange(place..<place + entrySize, with: entry)
            return result
        }
        let next = numbers.read(4, at: end, in: block) ?? 0
        // Entries are sorted by tag.
        let place = entries.first { (numbers.read(2, at: $0, in: block) ?? 0) > tag } ?? end
        if result.count % 2 == 1 { result.append(0) }
        guard result.count <= Int(UInt32.max), count < 0xFFFF else { return nil }
        result.replaceSubrange(4..<8, with: numbers.bytes(result.count, count: 4))
        result +=
            numbers.bytes(count + 1, count: 2) + block[first..<place] + entry + block[place..<end]
        return result + numbers.bytes(next, count: 4)
    }

    /// Returns an entry of the directory. The orientation is a 16-bit number in the first bytes of
    /// the value.
    private static func entry(_ orientation: Int, numbers: Numbers) -> [UInt8] {
        numbers.bytes(tag, count: 2) + numbers.bytes(3, count: 2) + numbers.bytes(1, count: 4)
            + numbers.bytes(orientation, count: 2) + [0, 0]
    }

    /// Reads and writes numbers in either byte order.
    private struct Numbers {
        let isLittle: Bool

        func bytes(_ number: Int, count: Int) -> [UInt8] {
            let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return isLittle ? little : little.reversed()
        }

        /// Returns the number at an offset; nil beyond the end.
        func read(_ count: Int, at offset: Int, in block: [UInt8]) -> Int? {
            guard offset >= 0, offset + count <= block.count else { return nil }
            let digits = block[offset..<offset + count]
            return isLittle
                ? digits.reversed().reduce(0) { $0 << 8 | Int($1) }
                : digits.reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
