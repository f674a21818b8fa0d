/// Sound or film that belongs to a note: where its bytes lie, and what the archive says of it.
package struct Recording: Hashable, Sendable {
    /// The file name that the archive gives, without folders; nil for one stored in place.
    package let name: String?
    /// What the owner called it.
    package let caption: String?
    package let content: MediaContent

    package init(name: String? = nil, caption: String? = nil, content: MediaContent) {
        self.name = name
        self.caption = caption
        self.content = content
    }

    /// Where the original bytes are; nil for a recording that is missing or damaged.
    package var stored: StoredBytes? { content.stored }

    /// The caption as it is shown: nothing where it is no more than the name of a file.
    package var shownCaption: String? {
        caption == name ? nil : caption.flatMap(Photo.shownCaption)
    }

    /// The recording under another caption.
    package func captioned(_ caption: String) -> Recording {
        Recording(name: name, caption: caption, content: content)
    }
}

/// Kinds of recordings, told by their first bytes and not by their names.
package enum RecordingKind: String, Sendable, CaseIterable {
    case m4a, mp4, mov, caf, wav, mp3, aiff, amr

    /// - Parameter prefix: The first bytes of the file, 12 or more.
    package init?(prefix: [UInt8]) {
        let form = prefix.dropFirst(8)
        // Texts may begin with the letters of some signatures, but not with the numbers beside them.
        if prefix.starts(with: "caff\0".utf8) {
            self = .caf
        } else if prefix.starts(with: "#!AMR".utf8) {
            self = .amr
        } else if prefix.starts(with: "RIFF".utf8), form.starts(with: "WAVE".utf8) {
            self = .wav
        } else if prefix.starts(with: "FORM".utf8), form.starts(with: "AIF".utf8) {
            self = .aiff
        } else if prefix.starts(with: "ID3".utf8) && (prefix.dropFirst(3).first ?? 0) < 0x20
            || prefix.starts(with: [0xFF]) && prefix.dropFirst().first.map({ $0 & 0xE6 }) == 0xE2
        {
            self = .mp3
        } else if PhotoKind(prefix: prefix) == nil, (prefix.first ?? 0) < 0x20 {
            switch String(decoding: prefix.dropFirst(4).prefix(4), as: UTF8.self) {
            case "ftyp":
                // Photos are of this family as well, raw ones among them.
                switch String(decoding: form.prefix(4), as: UTF8.self) {
                case "M4A ", "M4B ", "M4P ": self = .m4a
                case "qt  ": self = .mov
                case let brand where Self.filmBrands.contains(where: brand.hasPrefix): self = .mp4
                default: return nil
                }
            // QuickTime before it wrote down its kind.
            case "moov", "wide": self = .mov
            default: return nil
            }
        } else {
            return nil
        }
    }

    /// How the brands of films begin (mp4ra.org).
    private static let filmBrands = [
        "isom", "iso", "mp4", "avc", "hvc", "M4V", "3g", "dash", "MSNV", "f4v", "F4V", "mmp4",
        "NDS", "XAVC", "kddi",
    ]

    /// The kind that a file name says; for files that are not there.
    package init?(name: String) {
        // Bytes and not characters: an archive may hold thousands of names, and long ones. No
        // ending has more than four.
        let end = name.utf8.suffix(5)
        guard let dot = end.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = String(decoding: end[end.index(after: dot)...], as: UTF8.self)
        switch ending.lowercased() {
        case "m4v", "3gp": self = .mp4
        case "aif": self = .aiff
        case let ending: self.init(rawValue: ending)
        }
    }

    /// The usual extension of file names, without the dot.
    package var fileExtension: String { rawValue }

    /// The kind as people write it.
    package var name: String { self == .mov ? "QuickTime" : rawValue.uppercased() }
}

/// Which browsers play a recording, as far as its format tells.
package enum BrowserSupport: String, Codable, Sendable {
    case all
    /// Those on devices that have a decoder.
    case some
    /// Safari alone.
    case safari
    case none
}
