/// Text that is the base64 form of picture data or of an archive.
///
/// Apps that archive by way of JSON, and some others, keep photos as such texts. They are given
/// as data, so that nobody holds megabytes of text for a photo.
enum Base64Text {
    /// The first digits of PNG, JPEG, GIF, RIFF (WebP), TIFF of both byte orders, `bplist0`.
    private static let beginnings = [
        "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "SUkqA", "TU0AK", "YnBsaXN0M",
    ]
    /// Shorter ones may be words that somebody typed, and hold no picture.
    private static let shortest = 64

    /// Where the data lies, if the text at `range` of a file is data; nil for any other text.
    ///
    /// - Parameter text: The bytes at `range`; a solidus may be escaped as JSON allows.
    static func data(
        _ text: UnsafeRawBufferPointer, at range: Range<Int>
    ) -> PropertyListValue.DataReference? {
        // Nearly every text is told from data by its first letter.
        guard text.count >= shortest, "iR/USTYAd".utf8.contains(text[0]) else { return nil }
        var digits = text[...]
        if digits.starts(with: "data:".utf8) {
            guard let comma = digits.prefix(64).firstIndex(of: UInt8(ascii: ",")) else {
                return nil
            }
            digits = digits[(comma + 1)...]
        }
        let start = digits.prefix(32).filter { $0 != UInt8(ascii: "\\") }
        // Behind four bytes of a size, a HEIF file says `ftyp`.
        let isHEIF =
            start.starts(with: "AAAA".utf8) && start.dropFirst(5).starts(with: "GZ0eXB".utf8)
        guard isHEIF || beginnings.contains(where: { start.starts(with: $0.utf8) }),
            let count = decodedCount(digits)
        else { return nil }
        return .init(
            range: range.lowerBound + digits.startIndex..<range.upperBound, decodedCount: count,
            textStart: range.lowerBound)
    }

    /// The number of bytes that base64 text stands for; nil where it is none.
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
            // JSON may escape a solidus; other escapes stand in no data that is read in place.
            case UInt8(ascii: "\\"): continue
            default: return nil
            }
        }
        return digits % 4 == 1 ? nil : digits * 3 / 4
    }
}
