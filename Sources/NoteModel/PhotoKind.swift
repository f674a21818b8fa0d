/// Kinds of pictures, told by their first bytes and not by their names.
package enum PhotoKind: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp, heic, avif, tiff

    /// - Parameter prefix: The first bytes of the file, 12 or more.
    package init?(prefix: [UInt8]) {
        if prefix.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if prefix.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if prefix.starts(with: "GIF8".utf8) {
            self = .gif
        } else if prefix.starts(with: "RIFF".utf8), prefix.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if prefix.starts(with: [0x49, 0x49, 0x2A, 0])
            || prefix.starts(with: [0x4D, 0x4D, 0, 0x2A])
        {
            self = .tiff
        } else if prefix.dropFirst(4).starts(with: "ftyp".utf8) {
            switch String(decoding: prefix.dropFirst(8).prefix(4), as: UTF8.self) {
            case "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1": self = .heic
            case "avif", "avis": self = .avif
            default: return nil
            }
        } else {
            return nil
        }
    }

    /// The usual extension of file names, without the dot.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The kind as people write it.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .webp: "WebP"
        default: rawValue.uppercased()
        }
    }
}
