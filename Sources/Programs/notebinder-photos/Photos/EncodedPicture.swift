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
        func segment(_ marker: UInt8, content: [UInt8]) -> [UInt8] {
            [0xFF, marker] + (content.count + 2).big(2) + content
        }
        var own: [UInt8] = []
        if let exif, exif.count < 65_520 {
            own += segment(0xE1, content: Array("Exif\0\0".utf8) + exif)
        }
        if let profile, profile.count < 65_520 {
            own += segment(0xE2, content: Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
        }
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            guard end <= bytes.count else { return nil }
            switch marker {
            case 0xDA:
                // The scans extend to the end.
                return result + own + bytes[offset...]
            case 0xE0: result += bytes[offset..<end]
            case 0xE1...0xEF, 0xFE: break
            default:
                result += own
                own = []
                result += bytes[offset..<end]
            }
            offset = end
        }
        return nil
    }

    /// Returns the chunks of a WebP file; nil for other bytes and for a file that is cut off.
    static func chunks(
        ofWebP bytes: [UInt8]
    ) -> [(name: String, content: ArraySlice<UInt8>)]? {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else {
            return nil
        }
        var chunks: [(name: String, content: ArraySlice<UInt8>)] = []
        var offset = 12
        while offset + 8 <= bytes.count {
            let name = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
            let size = bytes[offset + 4..<offset + 8].number(isLittle: true)
            guard offset + 8 + size <= bytes.count else { return nil }
            chunks.append((name, bytes[offset + 8..<offset + 8 + size]))
            offset += 8 + size + size % 2
        }
        return chunks
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
        var offset = 8
        while offset + 12 <= bytes.count {
            let size = bytes[offset..<offset + 4].number()
            let end = offset + 12 + size
            guard end <= bytes.count else { return nil }
            let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            if ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].contains(name) {
                result += bytes[offset..<end]
            }
            offset = end
        }
        return result
    }
}
