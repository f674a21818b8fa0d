import KeyedArchives

/// Texts that apps store as data, or in a form of their own in a string.
enum DataText {
    /// A part of a text that Markdown does not have.
    enum Part {
        /// A picture or another file, with the range of its bytes if they are part of the data.
        case attachment(Range<Int>?)
        /// Words that their author has hidden. They are not published.
        case hiddenWords

        /// The clause of a message that reports the part as left out.
        var loss: String {
            switch self {
            case .attachment:
                "an attachment of a text is not a readable picture and was left out"
            case .hiddenWords: "a text has words that are hidden; they were left out"
            }
        }

        /// The Markdown in place of the part.
        var sign: String {
            switch self {
            case .attachment: "(attachment)"
            case .hiddenWords: ""
            }
        }
    }

    /// True for RTF, and for a flat RTFD document.
    static func isRichText(_ prefix: [UInt8]) -> Bool {
        prefix.starts(with: RTFText.signature) || prefix.starts(with: FlatFileWrapper.signature)
    }

    /// Returns the Markdown of text in UTF-8, UTF-16 with a byte order mark, RTF or RTFD.
    ///
    /// - Parameter replacement: Called for each attachment in the order of the text, and for hidden
    ///   words; returns the Markdown that replaces them.
    /// - Throws: ``ArchiveError`` for any other data.
    static func text(_ bytes: [UInt8], replacement: (Part) -> String) throws -> String {
        if bytes.starts(with: FlatFileWrapper.signature) {
            let files = FlatFileWrapper(bytes).files
            let text = files.first { bytes[$0].starts(with: RTFText.signature) }
            guard let text, let rtf = RTFText(Array(bytes[text])) else {
                throw ArchiveError(.badObject("it is a folder of files without a text"))
            }
            var others = files.filter { $0 != text }[...]
            return markdown(of: rtf) { part in
                guard case .attachment = part else { return replacement(part) }
                return replacement(.attachment(others.popFirst()))
            }
        }
        if let rtf = RTFText(bytes) { return markdown(of: rtf, replacement) }
        if let text = utf16(bytes) { return text }
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            throw ArchiveError(.badObject("it is not text but data"))
        }
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    /// Returns a string as Markdown. RTF is converted, any other string is returned unchanged. RTF
    /// names its character set near the start; a string that does not is ordinary text.
    static func text(_ string: String, replacement: (Part) -> String) -> String {
        guard string.utf8.starts(with: RTFText.signature),
            ["\\ansi", "\\mac", "\\pc"].contains(where: { string.prefix(100).contains($0) })
        else { return string }
        return (try? text(Array(string.utf8), replacement: replacement)) ?? string
    }

    private static func markdown(of rtf: RTFText, _ replacement: (Part) -> String) -> String {
        let hidden = rtf.hasHiddenText ? replacement(.hiddenWords) : ""
        return rtf.markdown { replacement(.attachment(nil)) } + hidden
    }

    private static func utf16(_ bytes: [UInt8]) -> String? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]), bytes.count % 2 == 0 else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(validating: units, as: UTF16.self)
    }
}

/// A folder of files in one value, as `NSFileWrapper` serializes it (`serializedRepresentation`,
/// and the data of RTFD documents). The form is not documented. After a directory, each file
/// consists of a marker, its size and that of its padding in four bytes each, the padding, and its
/// bytes.
struct FlatFileWrapper {
    static let signature = Array("rtfd".utf8) + [0, 0, 0, 0]
    private static let marker: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0x80]

    /// The ranges of the files, in the order of the directory.
    private(set) var files: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        var place = 0
        while let start = bytes[place...].firstIndex(of: 1), start + 16 <= bytes.count {
            place = start + 1
            guard bytes[start...].starts(with: Self.marker) else { continue }
            let first = start + 16 + Int(bytes.littleEndian(at: start + 12) as UInt32)
            let end = first + Int(bytes.littleEndian(at: start + 8) as UInt32)
            guard end <= bytes.count else { continue }
            files.append(first..<end)
            place = max(end, place)
        }
    }
}
