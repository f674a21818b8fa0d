import NoteModel

/// Makes copies of photos that other programs show upright, without loss.
///
/// JPEG and TIFF files get another orientation tag and keep every other byte of their pictures: all
/// programs that show them honour the tag. Few do so for PNG (`eXIf`), WebP, GIF, HEIC and AVIF; the
/// pixels of those are turned and written as PNG, which every program opens.
struct UprightCopying {
    /// How the stored pixels become upright (EXIF, 1 to 8).
    private let orientation: Int

    init(_ orientation: Int) {
        self.orientation = orientation
    }

    /// - Throws: ``Picture/PictureError`` for a picture that cannot be decoded or takes too much memory.
    func copy(
        of bytes: UnsafeRawBufferPointer
    ) throws(Picture.PictureError) -> (bytes: [UInt8], kind: PhotoKind) {
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

    /// The JPEG with another orientation tag; all bytes outside of its EXIF segment stay.
    ///
    /// - Returns: Nil for a segment that is full.
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
            // JFIF wants its segment to be the first.
            if segment.marker == 0xE0, insertion == segment.all.lowerBound { insertion = offset }
        }
        // Before a damaged segment: programs take the first.
        return replacing(
            insertion..<insertion, in: bytes, with: sign + TIFFOrientation.block(orientation))
    }

    private struct Segment {
        let marker: UInt8
        let all: Range<Int>
        let content: Range<Int>
    }

    /// Nil where the compressed pixels begin, and for what is not a segment.
    private static func segment(at offset: Int, in bytes: [UInt8]) -> Segment? {
        var start = offset
        // Bytes of padding may stand before a marker.
        while start + 1 < bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xFF { start += 1 }
        guard start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA else {
            return nil
        }
        let end = start + 2 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
        guard end >= start + 4, end <= bytes.count else { return nil }
        return Segment(
            marker: bytes[start + 1], all: offset..<end, content: start + 4..<end)
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

    /// A structure that holds the tag and nothing else.
    static func block(_ orientation: Int) -> [UInt8] {
        let writer = Numbers(isLittle: false)
        return Array("MM\0*".utf8) + writer.bytes(8, 4) + writer.bytes(1, 2)
            + entry(orientation, writer) + writer.bytes(0, 4)
    }

    /// The structure with another orientation tag. Nothing in it moves: where the tag is missing, a
    /// longer copy of the directory is added behind everything else.
    ///
    /// - Returns: Nil for what is not a TIFF structure.
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
        let entry = entry(orientation, numbers)
        var result = block
        if let place = entries.first(where: { numbers.read(2, at: $0, in: block) == tag }) {
            result.replaceSubrange(place..<place + entrySize, with: entry)
            return result
        }
        let next = numbers.read(4, at: end, in: block) ?? 0
        // Entries are in the order of their tags.
        let place = entries.first { (numbers.read(2, at: $0, in: block) ?? 0) > tag } ?? end
        if result.count % 2 == 1 { result.append(0) }
        guard result.count <= Int(UInt32.max), count < 0xFFFF else { return nil }
        result.replaceSubrange(4..<8, with: numbers.bytes(result.count, 4))
        result += numbers.bytes(count + 1, 2) + block[first..<place] + entry + block[place..<end]
        return result + numbers.bytes(next, 4)
    }

    /// A short number, in the first bytes of the value.
    private static func entry(_ orientation: Int, _ numbers: Numbers) -> [UInt8] {
        numbers.bytes(tag, 2) + numbers.bytes(3, 2) + numbers.bytes(1, 4)
            + numbers.bytes(orientation, 2) + [0, 0]
    }

    /// Numbers in one of the two orders of bytes.
    private struct Numbers {
        let isLittle: Bool

        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return isLittle ? little : little.reversed()
        }

        /// Nil beyond the end.
        func read(_ count: Int, at offset: Int, in block: [UInt8]) -> Int? {
            guard offset >= 0, offset + count <= block.count else { return nil }
            let digits = block[offset..<offset + count]
            return isLittle
                ? digits.reversed().reduce(0) { $0 << 8 | Int($1) }
                : digits.reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
