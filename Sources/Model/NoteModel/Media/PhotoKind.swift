import Platform

/// The formats of pictures that notes may contain. They are detected by content, not by extension.
package enum PhotoKind: String, Codable, Sendable, CaseIterable {
    case jpeg, png, gif, webp, heic, avif, tiff, bmp, svg

    /// - Parameter prefix: The first bytes of the file, 18 or more; up to 1,000 for an SVG that
    ///   begins with a declaration.
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
        } else if prefix.dropFirst(4).starts(with: "ftyp".utf8), prefix[0] < 0x20 {
            switch String(decoding: prefix.dropFirst(8).prefix(4), as: UTF8.self) {
            case "heic", "heix", "heim", "heis", "hevc": self = .heic
            case "mif1", "msf1":
                // These brands allow any codec; the compatible brands that follow name it.
                let others = String(decoding: prefix.dropFirst(12).prefix(32), as: UTF8.self)
                self = others.contains("avi") ? .avif : .heic
            case "avif", "avis": self = .avif
            default: return nil
            }
        } else if prefix.starts(with: "BM".utf8), prefix.count >= 18,
            // The size of the information header.
            [12, 40, 52, 56, 64, 108, 124].contains(prefix[14]),
            prefix[15..<18].allSatisfy({ $0 == 0 })
        {
            self = .bmp
        } else if Self.isDrawing(prefix) {
            self = .svg
        } else {
            return nil
        }
    }

    /// Creates a kind from the extension of a file name, in any case, such as `JPG` or `jpe`; nil
    /// if it is unknown.
    package init?(name: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch name[name.utf8.index(after: dot)...].lowercased() {
        case "jpg", "jpe", "jfif": self = .jpeg
        case "tif": self = .tiff
        case "heif": self = .heic
        case "dib": self = .bmp
        case let ending: self.init(rawValue: ending)
        }
    }

    private static func isDrawing(_ prefix: [UInt8]) -> Bool {
        // Only a byte-order mark and white space may come before it.
        guard let start = prefix.firstIndex(of: UInt8(ascii: "<")),
            prefix[..<start].allSatisfy({ $0 <= 0x20 || $0 >= 0xBB })
        else { return false }
        return elements(of: String(decoding: prefix[start...], as: UTF8.self)).hasPrefix("<svg")
    }

    /// Returns an XML document from its root element on, without declarations and comments, since
    /// HTML may contain an SVG element further down.
    private static func elements(of document: String) -> Substring {
        var rest = document[...]
        while rest.hasPrefix("<?") || rest.hasPrefix("<!") {
            if rest.hasPrefix("<!--") {
                rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
            } else {
                rest = rest.dropFirst()
            }
            rest = rest.drop { $0 != "<" }
        }
        return rest
    }

    /// The usual file extension in lower case, without the dot: `jpg` for JPEG, the raw value for
    /// all others.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The name of the format as shown to people, such as “JPEG”, “WebP” or “HEIC”.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .webp: "WebP"
        default: rawValue.uppercased()
        }
    }
}
