/// The format of a photo or a recording.
package enum MediaFormat: Hashable, Sendable {
    case photo(PhotoKind)
    case recording(RecordingKind)

    /// The number of bytes from which every format can be detected.
    package static let prefixLength = 1024

    /// Detects a format; nil for any other file.
    ///
    /// - Parameter prefix: The first ``prefixLength`` bytes of the file; fewer if it is shorter.
    package init?(prefix: [UInt8]) {
        self.init(PhotoKind(prefix: prefix), or: RecordingKind(prefix: prefix))
    }

    /// Creates a format from the extension of a file name; nil if it is unknown.
    package init?(name: String) {
        self.init(PhotoKind(name: name), or: RecordingKind(name: name))
    }

    private init?(_ photo: PhotoKind?, or recording: @autoclosure () -> RecordingKind?) {
        if let photo {
            self = .photo(photo)
        } else if let recording = recording() {
            self = .recording(recording)
        } else {
            return nil
        }
    }

    package var kind: Medium.Kind {
        switch self {
        case .photo: .photo
        case .recording: .recording
        }
    }

    /// The format of a photo; nil for a recording.
    package var photo: PhotoKind? {
        if case .photo(let kind) = self { kind } else { nil }
    }

    /// The format of a recording; nil for a photo.
    package var recording: RecordingKind? {
        if case .recording(let kind) = self { kind } else { nil }
    }

    private var names: (identifier: String, fileExtension: String, shown: String) {
        switch self {
        case .photo(let kind): (kind.rawValue, kind.fileExtension, kind.name)
        case .recording(let kind): (kind.rawValue, kind.fileExtension, kind.name)
        }
    }

    /// The short name by which exports call the format, such as `jpeg` or `m4a`.
    package var identifier: String { names.identifier }
    /// The usual file extension in lower case, without the dot, such as `jpg` or `m4a`.
    package var fileExtension: String { names.fileExtension }
    /// The name of the format as shown to people, such as “JPEG” or “QuickTime”.
    package var name: String { names.shown }
}

/// The formats of recordings. They are detected by content, not by extension.
package enum RecordingKind: String, Codable, Sendable, CaseIterable {
    case m4a, mp4, mov, caf, wav, mp3, aiff, amr

    /// Detects the kind of a recording; nil for any other file, such as a photo in the same
    /// container.
    ///
    /// - Parameter prefix: The first bytes of the file, 12 or more.
    package init?(prefix: [UInt8]) {
        let form = prefix.dropFirst(8)
        // A text may begin with the letters of a signature, but not with the numbers that follow
        // them.
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
                // Photos also use this container, among them raw ones.
                switch String(decoding: form.prefix(4), as: UTF8.self) {
                case "M4A ", "M4B ", "M4P ": self = .m4a
                case "qt  ": self = .mov
                case let brand where Self.filmBrands.contains(where: brand.hasPrefix): self = .mp4
                default: return nil
                }
            // QuickTime files from before `ftyp` was introduced.
            case "moov", "wide": self = .mov
            default: return nil
            }
        } else {
            return nil
        }
    }

    /// The prefixes of the major brands (`ftyp`) of video files, from the registry of mp4ra.org.
    private static let filmBrands = [
        "isom", "iso", "mp4", "avc", "hvc", "M4V", "3g", "dash", "MSNV", "f4v", "F4V", "mmp4",
        "NDS", "XAVC", "kddi",
    ]

    /// Creates a kind from a file extension, for files that are missing; nil if it is unknown.
    package init?(name: String) {
        // Compares bytes, not characters: an archive may contain thousands of names, and long ones.
        // No extension has more than four.
        let end = name.utf8.suffix(5)
        guard let dot = end.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = String(decoding: end[end.index(after: dot)...], as: UTF8.self)
        switch ending.lowercased() {
        case "m4v", "3gp": self = .mp4
        case "aif": self = .aiff
        case let ending: self.init(rawValue: ending)
        }
    }

    /// The usual file extension in lower case, without the dot, such as `m4a`.
    package var fileExtension: String { rawValue }

    /// The name of the format as shown to people, such as “M4A” or “QuickTime”.
    package var name: String { self == .mov ? "QuickTime" : rawValue.uppercased() }
}

/// The browsers that can play a recording, judged by its container and its codecs and not by
/// trying.
package enum BrowserSupport: String, Codable, Sendable {
    case all
    /// Browsers on devices that have a decoder, such as those for HEVC or AV1.
    case some
    /// Only Safari, as for AIFF and Core Audio files, and for codecs that are not known.
    case safari
    case none
}
