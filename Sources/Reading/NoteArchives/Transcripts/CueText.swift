import Markup

/// The plain text of a cue, without tags and with character references decoded: one piece, or one for
/// each change of the speaker, or none if there is nothing but white space and markup.
///
/// Valid WebVTT is read as specified (“WebVTT cue text parsing rules”). In what is not valid, a
/// parser would drop all that follows a `<` up to the end of the cue; here it stays in the text if
/// no tag can begin there, since programs that transcribe speech do not escape it.
struct CueText {
    /// A part of a cue that one person says. Only WebVTT has speakers.
    struct Piece {
        let speaker: String?
        let text: String
    }

    private(set) var pieces: [Piece] = []
    /// True if something was left out that only looks like a tag, or that no player knows.
    private(set) var hasUnknownTag = false
    private let format: TranscriptFormat
    private var rest: ArraySlice<UInt8>
    private var lines = PlainLines()
    private var speaker: String?
    /// True once no `>` was found up to the end, so that it is not searched again.
    private var hasNoMoreTags = false

    /// - Parameter format: WebVTT or SubRip.
    init(_ bytes: ArraySlice<UInt8>, format: TranscriptFormat) {
        (rest, self.format) = (bytes, format)
        while let byte = rest.first {
            let isRead =
                switch byte {
                case UInt8(ascii: "<"): readTag()
                case UInt8(ascii: "&"): readReference()
                case UInt8(ascii: "{"): format == .srt && readBraces()
                default: false
                }
            guard !isRead else { continue }
            if byte == 0x0A {
                lines.endLine()
                rest.removeFirst()
            } else {
                let next = rest.dropFirst().firstIndex(where: Self.isSpecial) ?? rest.endIndex
                lines.append(rest[..<next])
                rest = rest[next...]
            }
        }
        finishPiece()
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
            || byte == UInt8(ascii: "{")
    }

    private mutating func finishPiece() {
        guard let text = lines.takeText() else { return }
        pieces.append(Piece(speaker: speaker, text: text))
    }

    private mutating func readReference() -> Bool {
        guard let (scalar, length) = CharacterReference.read(rest) else { return false }
        lines.append(scalar)
        rest = rest.dropFirst(length)
        return true
    }

    /// Skips a tag; false if the `<` is a character of the text.
    private mutating func readTag() -> Bool {
        guard let close = endOfTag() else { return false }
        let content = rest[(rest.startIndex + 1)..<close]
        rest = rest[(close + 1)...]
        let name = content.prefix { !$0.isSpace && $0 != 0x0A && $0 != UInt8(ascii: ".") }
        if !isKnown(name) || content.contains(UInt8(ascii: "<")) { hasUnknownTag = true }
        if format == .srt {
            if name.prefix(2).map({ $0 | 0x20 }) == Array("br".utf8),
                name.dropFirst(2).allSatisfy({ $0 == UInt8(ascii: "/") }), name.count < 4
            {
                lines.endLine()
            }
        } else if name.elementsEqual("v".utf8) {
            // Classes are part of the tag, up to the first space.
            beginVoice(Self.speaker(content.drop { !$0.isSpace && $0 != 0x0A }))
        }
        return true
    }

    /// Returns true if players of the format give the tag a meaning, which is never a text.
    ///
    /// - Parameter name: The name up to a space or a dot, with the slash of an end or of a tag
    ///   without one.
    private func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
        let slash = UInt8(ascii: "/")
        let word = (name.first == slash ? name.dropFirst() : name).prefix { $0 != slash }
        // A time within the cue, and the end `</>`.
        guard let first = word.first, !first.isDigit else { return true }
        let known = format == .srt ? Self.tagsOfSubRip : Self.tagsOfWebVTT
        return known.contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    private static let tagsOfSubRip: Set = ["b", "i", "u", "s", "font", "br", "c", "v"]
    private static let tagsOfWebVTT: Set = ["b", "c", "i", "u", "v", "ruby", "rt", "lang"]

    private mutating func beginVoice(_ name: String?) {
        guard name != speaker else { return }
        finishPiece()
        speaker = name
    }

    /// Returns a name with single spaces between its words and without references; nil if it is
    /// empty.
    private static func speaker(_ bytes: ArraySlice<UInt8>) -> String? {
        let name = CharacterReference.replaced(in: bytes)
        let words = name.split { $0.isSpace || $0 == 0x0A || $0 == 0x0D }
        return words.isEmpty
            ? nil : String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    }

    /// Returns the index of the `>` that ends the tag with which the rest begins; nil if there is no
    /// tag.
    private mutating func endOfTag() -> Int? {
        let content = rest.dropFirst()
        guard !hasNoMoreTags, let first = content.first, first != 0x0A, !first.isSpace else {
            return nil
        }
        let close: Int?
        if first.isDigit {
            // A time within the cue, unlike `<3`.
            close = content.firstIndex {
                !$0.isDigit && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ".")
            }
        } else if format == .srt {
            // A tag ends before the next one, since nothing is escaped in SubRip.
            let name = first == UInt8(ascii: "/") ? content.dropFirst() : content
            guard name.first?.isLetter == true else { return nil }
            close = name.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        } else {
            close = content.firstIndex(of: UInt8(ascii: ">"))
            hasNoMoreTags = close == nil
        }
        return close.flatMap { rest[$0] == UInt8(ascii: ">") ? $0 : nil }
    }

    /// Skips `{\…}`, a command of another format that SubRip files contain, or `{b}`, `{i}`, `{u}`
    /// and `{s}` and their ends; false if the brace is a character of the text.
    private mutating func readBraces() -> Bool {
        var content = rest.dropFirst()
        let close: Int?
        if content.first == UInt8(ascii: "\\") {
            close = content.firstIndex {
                $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "{") || $0 == 0x0A
            }
        } else {
            if content.first == UInt8(ascii: "/") { content.removeFirst() }
            guard let name = content.first, "bius".utf8.contains(name | 0x20) else { return false }
            close = content.startIndex + 1 < content.endIndex ? content.startIndex + 1 : nil
        }
        guard let close, rest[close] == UInt8(ascii: "}") else { return false }
        rest = rest[(close + 1)...]
        return true
    }
}

/// Plain text that is put together in parts. Spaces at the ends of lines and empty lines are left
/// out.
private struct PlainLines {
    private var bytes: [UInt8] = []
    private var lineStart = 0

    /// Appends a part of a line, which has to be valid UTF-8 without line breaks.
    mutating func append(_ part: some Collection<UInt8>) {
        bytes.append(contentsOf: bytes.count == lineStart ? part.drop(while: \.isSpace) : part[...])
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        // References to line breaks are line breaks, of which the text has only one kind.
        if scalar == "\n" || scalar == "\r" { endLine() } else { append(scalar.utf8) }
    }

    mutating func endLine() {
        while bytes.count > lineStart, bytes[bytes.count - 1].isSpace { bytes.removeLast() }
        guard bytes.count > lineStart else { return }
        bytes.append(0x0A)
        lineStart = bytes.count
    }

    /// Returns the text and begins another one; nil if it is empty.
    mutating func takeText() -> String? {
        endLine()
        defer { (bytes, lineStart) = ([], 0) }
        return bytes.isEmpty ? nil : String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
