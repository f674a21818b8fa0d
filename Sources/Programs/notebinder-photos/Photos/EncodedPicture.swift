/// Strips encoded pictures to the parts that browsers need.
///
/// The parts to keep are listed here, and all others are removed: libvips' own `strip` differs
/// between formats and versions (WebP of 8.14 keeps EXIF).
enum EncodedPicture {
    /// Returns a JPEG (ITU-T T.81) without comments and application segments, except that of JFIF.
    ///
    /// - Parameters:
    ///   - profile: An ICC profile to embed; one of more than 65,519 bytes is left out.
    ///   - exif: A TIFF structure to embed; one of more than 65,519 bytes is left out.
    /// - Returns: Nil for bytes that are not a JPEG.
    static func jpeg(_ bytes: [UInt8], profile: [UInt8]?, exif: [UInt8]?) -> [UInt8]? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var result: [UInt8] = [0xFF, 0xD8]
        result.reserveCapacity(bytes.count + 1024)
        var own: [UInt8] = []
        if let exif, exif.count < 65_520 {
            own += JPEGSegment.bytes(0xE1, content: Array("Exif\0\0".utf8) + exif)
        }
        if let profile, profile.count < 65_520 {
            own += JPEGSegment.bytes(
                0xE2, content: Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
        }
        var offset = 2
        while let segment = JPEGSegment(at: offset, in: bytes), segment.marker != 0xDA {
            switch segment.marker {
            case 0xE0: result += bytes[segment.all]
            case 0xE1...0xEF, 0xFE: break
            default:
                result += own
                own = []
                result += bytes[segment.all]
            }
            offset = segment.all.upperBound
        }
        guard JPEGSegment(at: offset, in: bytes)?.marker == 0xDA else { return nil }
        // The scans extend to the end.
        return result + own + bytes[offset...]
    }

    /// Returns the chunks of a WebP file; nil for other bytes and for a file that is cut off.
    static func chunks(
        ofWebP bytes: [UInt8]
    ) -> [(name: String, content: ArraySlice<UInt8>)]? {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else {
            return nil
        }
        let chunks = Array(PictureChunk.all(of: bytes, isRIFF: true))
        guard chunks.last.map({ $0.content.upperBound <= bytes.count }) ?? true else { return nil }
        return chunks.map { (name: $0.name, content: bytes[$0.content]) }
    }

    /// Returns a WebP file (RFC 9649) without EXIF, XMP and unknown chunks.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in pixels.
    ///   - hasAlpha: True if the picture is transparent; used if the file has no list of features.
    ///   - profile: An ICC profile to embed.
    ///   - exif: A TIFF structure to embed.
    /// - Returns: Nil for bytes that are not a WebP file.
    static func webp(
        _ bytes: [UInt8], size: (width: Int, height: Int), hasAlpha: Bool, profile: [UInt8]?,
        exif: [UInt8]?
    ) -> [UInt8]? {
        guard let chunks = chunks(ofWebP: bytes) else { return nil }
        let pictures = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]
        var body: [UInt8] = []
        func append(_ name: String, content: some Collection<UInt8>) {
            body += Array(name.utf8)
            body += content.count.little()
            body += content
            if content.count % 2 == 1 { body.append(0) }
        }
        // A simple file has no list of features, and can contain only the picture.
        let features = chunks.first { $0.name == "VP8X" && $0.content.count == 10 }?.content
        if features != nil || profile != nil || exif != nil {
            let kept = features?.first.map { $0 & (0x10 | 0x02) } ?? (hasAlpha ? 0x10 : 0)
            let flags = kept | (profile == nil ? 0 : 0x20) | (exif == nil ? 0 : 0x08)
            let sides = (size.width - 1).little(3) + (size.height - 1).little(3)
            append("VP8X", content: [flags, 0, 0, 0] + sides)
            if let profile { append("ICCP", content: profile) }
        }
        for chunk in chunks where pictures.contains(chunk.name) {
            append(chunk.name, content: chunk.content)
        }
        if let exif { append("EXIF", content: exif) }
        return Array("RIFF".utf8) + (body.count + 4).little() + Array("WEBP".utf8) + body
    }

    /// Returns a PNG (W3C PNG, third edition) with only the chunks that its pixels need.
    ///
    /// - Returns: Nil for bytes that are not a PNG.
    static func png(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        var result = Array(bytes.prefix(8))
        for chunk in PictureChunk.all(of: bytes, isRIFF: false) {
            guard chunk.all.upperBound <= bytes.count else { return nil }
            if ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].contains(chunk.name) {
                result += bytes[chunk.all]
            }
        }
        return result
    }
}
