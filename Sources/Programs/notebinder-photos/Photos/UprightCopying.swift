import NoteModel

/// Makes lossless copies of photos that all programs show upright.
///
/// JPEG and TIFF files get another orientation tag, which all programs honour, and keep every other
/// byte. Few programs honour it in PNG (`eXIf`), WebP, GIF, HEIC and AVIF, so their pixels are
/// turned and written as PNG, which every program opens.
struct UprightCopying {
    /// The orientation of the stored pixels (EXIF, 1 to 8).
    let orientation: Int

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
        while let segment = JPEGSegment(at: offset, in: bytes), segment.marker != 0xDA {
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

    private static func replacing(
        _ range: Range<Int>, in bytes: [UInt8], with content: [UInt8]
    ) -> [UInt8]? {
        guard content.count <= maximumSize else { return nil }
        var result = bytes
        result.replaceSubrange(range, with: JPEGSegment.bytes(0xE1, content: content))
        return result
    }
}

/// The orientation in the first directory of a TIFF structure (TIFF 6.0, sections 2 and 8).
enum TIFFOrientation {
    private static let tag = 0x0112

    /// Returns a TIFF structure that contains only the tag.
    static func block(_ orientation: Int) -> [UInt8] {
        let head: [UInt8] = Array("MM\0*".utf8) + 8.big() + 1.big(2)
        return head + entry(orientation, isLittle: false) + 0.big()
    }

    /// Returns the structure with another orientation tag. Nothing in it moves: if the tag is
    /// missing, a copy of the directory with the tag is appended.
    ///
    /// - Returns: Nil for bytes that are not a TIFF structure, or if it is too large.
    static func setting(_ orientation: Int, in block: [UInt8]) -> [UInt8]? {
        let reader = TIFFReader(block)
        let isLittle = reader.isLittle
        guard block.starts(with: (isLittle ? "II*\0" : "MM\0*").utf8),
            let start = reader.firstDirectory, start >= 8,
            let count = reader.number(at: start, 2), count > 0
        else { return nil }
        let entries = reader.entries(at: start)
        guard entries.count == count else { return nil }
        let entry = entry(orientation, isLittle: isLittle)
        var result = block
        if let old = entries.first(where: { $0.tag == tag }) {
            result.replaceSubrange(old.range, with: entry)
            return result
        }
        let (first, end) = (start + 2, start + 2 + 12 * count)
        let next = reader.number(at: end, 4) ?? 0
        // Entries are sorted by tag.
        let place = entries.first { $0.tag > tag }?.range.lowerBound ?? end
        if result.count % 2 == 1 { result.append(0) }
        guard result.count <= Int(UInt32.max), count < 0xFFFF else { return nil }
        result.replaceSubrange(4..<8, with: result.count.bytes(isLittle: isLittle))
        result += (count + 1).bytes(2, isLittle: isLittle) + block[first..<place]
        result += entry + block[place..<end]
        return result + next.bytes(isLittle: isLittle)
    }

    /// Returns an entry of the directory. The orientation is a 16-bit number in the first bytes of
    /// the value.
    private static func entry(_ orientation: Int, isLittle: Bool) -> [UInt8] {
        [(tag, 2), (3, 2), (1, 4), (orientation, 2), (0, 2)].flatMap { number, size in
            number.bytes(size, isLittle: isLittle)
        }
    }
}
