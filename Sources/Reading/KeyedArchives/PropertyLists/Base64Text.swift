/// Detection of text that is base64-encoded picture data or an archive.
///
/// Apps that archive as JSON, and some others, store photos as such text. It is returned as data,
/// so that a photo does not take up megabytes of memory as a string.
enum Base64Text {
    /// The first base64 digits of PNG, JPEG, GIF, RIFF (WebP), TIFF of both byte orders, and
    /// `bplist0`.
    private static let beginnings = [
        "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "SUkqA", "TU0AK", "YnBsaXN0M",
    ]
    /// The minimum length in bytes. Shorter text may be ordinary words, and cannot hold a picture.
    private static let shortest = 64

    /// Returns the location of the data if the text at `range` of a file is base64 data; nil for
    /// any other text.
    ///
    /// - Parameter text: The bytes at `range`; a solidus may be escaped as JSON allows.
    static func data(
        _ text: UnsafeRawBufferPointer, at range: Range<Int>
    ) -> PropertyListValue.DataReference? {
        // The first letter rules out nearly all ordinary text. JSON may escape a solidus.
        guard text.count >= shortest, "iR/\\USTYAd".utf8.contains(text[0]) else { return nil }
        var digits = text[...]
        if digits.starts(with: "data:".utf8) {
            guard let comma = digits.prefix(64).firstIndex(of: UInt8(ascii: ",")) else {
                return nil
            }
            digits = digits[(comma + 1)...]
        }
        let start = digits.prefix(32).filter { $0 != UInt8(ascii: "\\") }
        // A HEIF file begins with a size of four bytes, followed by `ftyp`.
        let isHEIF =
            start.starts(with: "AAAA".utf8) && start.dropFirst(5).starts(with: "GZ0eXB".utf8)
        guard isHEIF || beginnings.contains(where: { start.starts(with: $0.utf8) }),
            let count = decodedCount(digits)
        else { return nil }
        return .init(
            range: range.lowerBound + digits.startIndex..<range.upperBound, decodedCount: count,
            textStart: range.lowerBound)
    }

    /// Returns the number of bytes that base64 text decodes to; nil if it is not valid base64.
    static func decodedCount(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        var digits = 0
        var last: UInt8 = 0
        for byte in text {
            defer { last = byte }
            if last == UInt8(ascii: "\\"), byte != UInt8(ascii: "/") { return nil }
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                digits += 1
            case UInt8(ascii: "="), 0x09, 0x0A, 0x0D, 0x20: continue
            // JSON may escape a solidus; text with any other escape sequence is not data.
            case UInt8(ascii: "\\"): continue
            default: return nil
            }
        }
        return digits % 4 == 1 ? nil : digits * 3 / 4
    }
}
