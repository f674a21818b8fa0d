import NoteModel

/// Copies of photos without metadata. Their encoded pixels are those of the original, byte for
/// byte.
///
/// A copy consists of the parts that decoders need, the colour profile and the orientation.
enum CleanPhoto {
    /// Returns the copy of a photo.
    ///
    /// - Throws: ``WorkerError/undecodable(_:)`` for a damaged photo: then metadata may be
    ///   anywhere.
    static func copy(of bytes: [UInt8], kind: PhotoKind) throws -> [UInt8] {
        let copy: [UInt8]? =
            switch kind {
            case .jpeg: jpeg(bytes)
            case .png: png(bytes)
            case .webp: webp(bytes)
            case .gif: gif(bytes)
            case .tiff:
                TIFFCopy(bytes).flatMap { checked($0.cleaned, of: bytes, pixels: $0.pixels) }
            case .heic, .avif: try heif(bytes)
            case .svg: VectorDrawing(bytes: bytes).cleaned
            case .bmp: try BitmapFile(bytes).cleaned()
            }
        if copy == nil, kind == .svg { throw WorkerError.undecodable("it is not well-formed SVG") }
        guard let copy else { throw damaged }
        return copy
    }

    private static func heif(_ bytes: [UInt8]) throws -> [UInt8] {
        var copy = HEIFCopy(bytes: bytes)
        let cleaned = try copy.cleaned()
        guard let copy = checked(cleaned, of: bytes, pixels: copy.pixels) else { throw damaged }
        return copy
    }

    /// Returns a copy that was cleaned in place, or nil if its pixels contain a text that was
    /// removed elsewhere: damage may have copied it there.
    private static func checked(
        _ copy: [UInt8], of original: [UInt8], pixels: [Range<Int>]
    ) -> [UInt8]? {
        var texts = MetadataTexts()
        texts.add(zip(original, copy).lazy.map { $0 == $1 ? 0 : $0 })
        return pixels.disjoint.contains { texts.occur(in: copy[$0]) } ? nil : copy
    }

    static let damaged = WorkerError.undecodable(
        "it is damaged, and its metadata cannot be separated from the picture")

    /// The EXIF block of a copy: the orientation and nothing else; nil for an upright photo.
    private static func exif(_ block: some Collection<UInt8>) -> [UInt8]? {
        let orientation = ExifBlock(Array(block)).orientation
        return (2...8).contains(orientation) ? TIFFOrientation.block(orientation) : nil
    }

    // MARK: - JPEG

    /// Copies the segments of a JPEG (ITU-T T.81, annex B) up to the end of the image. Other images
    /// may follow it, with metadata of their own.
    private static func jpeg(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = [0xFF, 0xD8]
        result.reserveCapacity(bytes.count)
        var offset = 2
        var texts = MetadataTexts()
        var scans: [Range<Int>] = []
        while let segment = JPEGSegment(at: offset, in: bytes) {
            let (marker, content) = (segment.marker, bytes[segment.content])
            if marker == 0xD9 {
                // Damage may have copied a text into the pixels.
                let isDamaged = scans.isEmpty || scans.contains { texts.occur(in: bytes[$0]) }
                return isDamaged ? nil : result + [0xFF, 0xD9]
            }
            guard marker >= 0xC0, !(0xD0...0xD8).contains(marker) else { return nil }
            if marker >= 0xE0 {
                if let kept = application(marker, content: content) {
                    result += JPEGSegment.bytes(marker, content: kept)
                }
                if marker != 0xE0, marker != 0xE2, marker != 0xEE { texts.add(content) }
            } else {
                guard isTable(marker, content: Array(content)) else { return nil }
                result += bytes[content.startIndex - 4..<content.endIndex]
            }
            offset = segment.all.upperBound
            guard marker == 0xDA else { continue }
            // The compressed pixels, in which zero or a restart marker follows each 0xFF.
            let start = offset
            while offset + 1 < bytes.count {
                let next = bytes[offset + 1]
                if bytes[offset] == 0xFF, next != 0, !(0xD0...0xD7).contains(next) { break }
                offset += 1
            }
            scans.append(start..<offset)
            result += bytes[start..<offset]
        }
        return nil
    }

    /// Returns the part of an application segment that a copy keeps; nil for none.
    private static func application(_ marker: UInt8, content: ArraySlice<UInt8>) -> [UInt8]? {
        func begins(_ name: String) -> Bool { content.starts(with: name.utf8) }
        return switch marker {
        // The density, without a thumbnail.
        case 0xE0 where begins("JFIF\0") && content.count >= 14: content.prefix(12) + [0, 0]
        case 0xE1 where begins("Exif\0\0"): exif(content).map { Array("Exif\0\0".utf8) + $0 }
        case 0xE2 where begins("ICC_PROFILE\0"): Array(content)
        // The way in which CMYK and RGB are stored.
        case 0xEE where begins("Adobe") && content.count >= 12: Array(content.prefix(12))
        default: nil
        }
    }

    /// True for the content of a segment that describes the pixels, and contains nothing else
    /// (ITU-T T.81, sections B.2.2 to B.2.4).
    private static func isTable(_ marker: UInt8, content: [UInt8]) -> Bool {
        var offset = 0
        switch marker {
        case 0xDB:
            while offset < content.count { offset += content[offset] >> 4 == 0 ? 65 : 129 }
        case 0xC4:
            while offset + 17 <= content.count {
                offset += 17 + content[offset + 1..<offset + 17].reduce(0) { $0 + Int($1) }
            }
        case 0xDA: offset = content.isEmpty ? -1 : 4 + 2 * Int(content[0])
        case 0xDD: offset = 2
        case 0xDC: offset = 2
        case 0xCC: offset = content.count % 2 == 0 && content.count <= 64 ? content.count : -1
        case 0xC0...0xCF: offset = content.count < 6 ? -1 : 6 + 3 * Int(content[5])
        default: return false
        }
        return offset == content.count
    }

    // MARK: - PNG

    /// The chunks of PNG (third edition, section 11) that a copy keeps, and their maximum sizes;
    /// nil for chunks of any size.
    private static let chunks: [String: Int?] = [
        "IHDR": 13, "PLTE": 768, "IDAT": nil, "IEND": 0, "tRNS": 256, "cHRM": 32, "gAMA": 4,
        "iCCP": nil, "sBIT": 4, "sRGB": 1, "cICP": 4, "mDCV": 24, "cLLI": 8, "bKGD": 6, "pHYs": 9,
        "acTL": 8, "fcTL": 26, "fdAT": nil,
    ]

    private static func png(_ bytes: [UInt8]) -> [UInt8]? {
        var result = Array(bytes.prefix(8))
        for chunk in PictureChunk.all(of: bytes, isRIFF: false) {
            guard chunk.all.upperBound <= bytes.count else { return nil }
            if chunk.name == "eXIf", let block = exif(bytes[chunk.content]) {
                let content = Array(chunk.name.utf8) + block
                result += block.count.big() + content + Int(PNGChecksum.of(content)).big()
            }
            if let maximum = chunks[chunk.name] {
                guard chunk.content.count <= maximum ?? .max else { return nil }
                result += bytes[chunk.all]
            }
            if chunk.name == "IEND" { return result }
        }
        return nil
    }

    // MARK: - WebP

    private static func webp(_ bytes: [UInt8]) -> [UInt8]? {
        guard let chunks = EncodedPicture.chunks(ofWebP: bytes) else { return nil }
        func content(_ name: String) -> [UInt8]? {
            chunks.last { $0.name == name }.map { Array($0.content) }
        }
        let features = chunks.last { $0.name == "VP8X" && $0.content.count == 10 }?.content
        func side(at offset: Int) -> Int {
            features.map { $0.dropFirst(offset).prefix(3).number(isLittle: true) + 1 } ?? 1
        }
        return EncodedPicture.webp(
            bytes, size: (side(at: 4), side(at: 7)), hasAlpha: false, profile: content("ICCP"),
            exif: content("EXIF").flatMap { exif($0) })
    }

    // MARK: - GIF

    /// Copies the images of a GIF (89a) with their times, and how often they are repeated.
    private static func gif(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 13 else { return nil }
        func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        /// Returns the end of the blocks at an offset.
        func end(ofBlocks start: Int) -> Int? {
            var offset = start
            while offset < bytes.count, bytes[offset] > 0 { offset += Int(bytes[offset]) + 1 }
            return offset < bytes.count ? offset + 1 : nil
        }
        var offset = 13 + table(bytes[10])
        guard offset < bytes.count else { return nil }
        var result = Array(bytes[..<offset])
        while offset + 1 < bytes.count {
            switch bytes[offset] {
            case 0x3B: return result + [0x3B]
            case 0x2C:
                guard offset + 10 < bytes.count else { return nil }
                let data = offset + 10 + table(bytes[offset + 9]) + 1
                guard let end = end(ofBlocks: data) else { return nil }
                result += bytes[offset..<end]
                offset = end
            case 0x21:
                guard let end = end(ofBlocks: offset + 2) else { return nil }
                let isLoop = ["NETSCAPE2.0", "ANIMEXTS1.0"].contains {
                    bytes[(offset + 3)...].starts(with: $0.utf8)
                }
                if bytes[offset + 1] == 0xF9 && end == offset + 8
                    || bytes[offset + 1] == 0xFF && isLoop && end == offset + 19
                {
                    result += bytes[offset..<end]
                }
                offset = end
            default: return nil
            }
        }
        // Many programs open files without an end.
        return offset < bytes.count && bytes[offset] == 0x3B ? result + [0x3B] : nil
    }
}

/// The checksum of chunks in PNG files (third edition, annex D).
private enum PNGChecksum {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
            }
        }
    }
}
