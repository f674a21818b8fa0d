/// Converts the text of a cue to plain text: removes tags, and decodes character references.
///
/// Valid WebVTT is read as specified (“WebVTT cue text parsing rules”). In what is not valid, a
/// parser would drop all that follows a `<` up to the end of the cue; here it stays in the text if
/// no tag can begin there, since programs that transcribe speech do not escape it.
struct CueTextReader {
    /// A part of a cue that one person says.
    struct Piece {
        let speaker: String?
        let text: String
    }

    private let bytes: [UInt8]
    private let end: Int
    private let format: TranscriptFormat
    private var position: Int
    private var lines = PlainLines()
    private var speaker: String?
    private var pieces: [Piece] = []
    private var hasUnknownTag = false
    /// True once no `>` was found up to the end, so that it is not searched again.
    private var hasNoMoreTags = false

    private init(_ bytes: [UInt8], range: Range<Int>, format: TranscriptFormat) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
        self.format = format
    }

    /// Returns the text of a cue, as one piece or as one for each change of the speaker; none if
    /// there is nothing but white space and markup.
    ///
    /// - Parameter format: WebVTT or SubRip. Only WebVTT has speakers.
    /// - Returns: The pieces, and true if something was left out that only looks like a tag, or
    ///   that no player knows.
    static func pieces(
        of bytes: [UInt8], range: Range<Int>, format: TranscriptFormat
    ) -> (pieces: [Piece], hasUnknownTag: Bool) {
        var reader = CueTextReader(bytes, range: range, format: format)
        reader.read()
        return (reader.pieces, reader.hasUnknownTag)
    }

    private mutating func read() {
        while position < end {
            let start = position
            while position < end, !isSpecial(bytes[position]) { position += 1 }
            lines.append(bytes[start..<position])
            guard position < end else { break }
            let byte = bytes[position]
            let isRead =
                switch byte {
                case UInt8(ascii: "<"): readTag()
                case UInt8(ascii: "&"): readReference()
                case UInt8(ascii: "{"): format == .srt && readBraces()
                default: false
                }
            guard !isRead else { continue }
            position += 1
            if byte == 0x0A { lines.endLine() } else { lines.append(CollectionOfOne(byte)) }
        }
        finishPiece()
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
            || byte == UInt8(ascii: "{")
    }

    private mutating func finishPiece() {
        guard let text = lines.takeText() else { return }
        pieces.append(Piece(speaker: speaker, text: text))
    }

    private mutating func readReference() -> Bool {
        guard let (scalar, next) = CharacterReference.read(bytes, range: position..<end) else {
            return false
        }
        lines.append(scalar)
        position = next
        return true
    }

    /// Skips a tag; false if the `<` is a character of the text.
    private mutating func readTag() -> Bool {
        guard let close = endOfTag() else { return false }
        let content = position + 1..<close
        position = close + 1
        let nameEnd = content.first { endsName(bytes[$0]) } ?? content.upperBound
        let name = bytes[content.lowerBound..<nameEnd]
        if !isKnown(name) || bytes[content].contains(UInt8(ascii: "<")) { hasUnknownTag = true }
        if format == .srt {
            if isLineBreak(name) { lines.endLine() }
        } else if name.elementsEqual("v".utf8) {
            // Classes are part of the tag, up to the first space.
            let space = content.first { bytes[$0].isSpace || bytes[$0] == 0x0A }
            beginVoice(SpeakerName.read(bytes, range: (space ?? close)..<close))
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

    private func endsName(_ byte: UInt8) -> Bool {
        byte.isSpace || byte == 0x0A || byte == UInt8(ascii: ".")
    }

    private func isLineBreak(_ name: ArraySlice<UInt8>) -> Bool {
        let name = name.last == UInt8(ascii: "/") ? name.dropLast() : name
        return name.count == 2 && name.map { $0 | 0x20 }.elementsEqual("br".utf8)
    }

    private mutating func beginVoice(_ name: String?) {
        guard name != speaker else { return }
        finishPiece()
        speaker = name
    }

    /// Returns the index of the `>` that ends the tag at the position; nil if there is no tag.
    private mutating func endOfTag() -> Int? {
        guard !hasNoMoreTags, position + 1 < end else { return nil }
        let first = bytes[position + 1]
        guard first != 0x0A, !first.isSpace else { return nil }
        if first.isDigit {
            // A time within the cue, unlike `<3`.
            let close = (position + 1..<end).first { !isTimeByte(bytes[$0]) }
            return close.flatMap { bytes[$0] == UInt8(ascii: ">") ? $0 : nil }
        }
        if format == .srt { return endOfSubRipTag() }
        let close = bytes[position..<end].firstIndex(of: UInt8(ascii: ">"))
        hasNoMoreTags = close == nil
        return close
    }

    private func isTimeByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    /// Returns the end of a tag whose name begins with a letter. It ends before the next tag, since
    /// nothing is escaped in SubRip.
    private func endOfSubRipTag() -> Int? {
        let start = bytes[position + 1] == UInt8(ascii: "/") ? position + 2 : position + 1
        guard start < end, bytes[start].isLetter else { return nil }
        let close = bytes[start..<end].firstIndex {
            $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
        }
        return close.flatMap { bytes[$0] == UInt8(ascii: ">") ? $0 : nil }
    }

    /// Skips `{\…}`, a command of another format that SubRip files contain, or `{b}`, `{i}`, `{u}`
    /// and `{s}` and their ends; false if the brace is a character of the text.
    private mutating func readBraces() -> Bool {
        let start = position + 1
        guard start < end else { return false }
        if bytes[start] == UInt8(ascii: "\\") {
            let close = bytes[start..<end].firstIndex {
                $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "{") || $0 == 0x0A
            }
            guard let close, bytes[close] == UInt8(ascii: "}") else { return false }
            position = close + 1
            return true
        }
        let name = bytes[start] == UInt8(ascii: "/") ? start + 1 : start
        guard name + 1 < end, bytes[name + 1] == UInt8(ascii: "}"),
            "bius".utf8.contains(bytes[name] | 0x20)
        else { return false }
        position = name + 2
        return true
    }
}

/// Plain text that is put together in parts. Spaces at the ends of lines and empty lines are left
/// out.
struct PlainLines {
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
        defer {
            bytes.removeAll(keepingCapacity: true)
            lineStart = 0
        }
        return bytes.isEmpty ? nil : String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}

/// The names of speakers in voice tags.
enum SpeakerName {
    /// Returns a name with single spaces between its words and without references; nil if it is
    /// empty.
    static func read(_ bytes: [UInt8], range: Range<Int>) -> String? {
        var name: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if let reference = CharacterReference.read(bytes, range: index..<range.upperBound) {
                for byte in reference.scalar.utf8 { append(byte, to: &name) }
                index = reference.next
            } else {
                append(bytes[index], to: &name)
                index += 1
            }
        }
        if name.last == 0x20 { name.removeLast() }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to name: inout [UInt8]) {
        guard byte.isSpace || byte == 0x0A || byte == 0x0D else {
            name.append(byte)
            return
        }
        if let last = name.last, last != 0x20 { name.append(0x20) }
    }
}
