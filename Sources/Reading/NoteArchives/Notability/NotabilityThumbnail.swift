import FileFormats
import NoteModel

/// The pictures that the app makes of the first page of a note.
enum NotabilityThumbnail {
    /// The names of the pictures in a package, the largest first.
    static let names = [
        "thumb12x.png", "thumb6x.png", "thumb3x.png", "thumb2x.png", "thumb.png",
    ]

    /// Returns true for the name of a picture of the first page, of any size and format.
    static func isThumbnail(_ name: String) -> Bool {
        names.contains(name) || name.hasPrefix("thumbnail") && !name.contains("/")
    }

    /// Returns the colour of the upper left corner of a PNG as `#rrggbb`; nil for a transparent
    /// one, or for another format than the app’s, 8 bits without interlacing (W3C PNG, sections 9
    /// and 10).
    static func corner(of bytes: [UInt8]) -> String? {
        guard PhotoKind(prefix: bytes) == .png, bytes.count > 33, bytes[24] == 8, bytes[28] == 0,
            case let channels = bytes[25] == 6 ? 4 : bytes[25] == 2 ? 3 : 0, channels > 0
        else { return nil }
        var offset = 8
        while offset + 12 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let content = offset + 8
            guard content + size <= bytes.count else { return nil }
            if bytes[offset + 4..<content].elementsEqual("IDAT".utf8) {
                // A header of two bytes precedes the deflated data. Filters do not change the first
                // pixel, since those to the left of it and above it count as zeros.
                let data = Array(bytes[content..<content + size].dropFirst(2))
                let pixel = Inflater.start(of: data, count: 1 + channels).dropFirst()
                guard pixel.count == channels, channels == 3 || pixel.last == 255 else {
                    return nil
                }
                return inkColour(Array(pixel.prefix(3)) + [255])
            }
            offset = content + size + 4
        }
        return nil
    }
}
