/// Collects the first words of a text, separated by single spaces, and its lines, separated by
/// middle dots. A word is cut only if it is too long, as in Japanese, which has no spaces.
struct ExcerptBuilder {
    private(set) var isFull = false
    private var bytes: [UInt8] = []
    private var length = 0
    /// The title, which is left out if the text begins with a line that repeats it; empty when the
    /// first line is known.
    private var title: String
    /// The number of characters of the last line that has words.
    private var lineLength = 0

    /// The maximum length in characters, including the ellipsis of a text that continues;
    /// decomposed accents count separately.
    private static let longest = 200
    /// The minimum number of characters of a line that a text editor may have wrapped.
    private static let wrapped = 60
    /// The number of characters from which an East Asian word, which is really several, is cut.
    private static let cut = 20

    /// The relation of some words to those before them.
    enum Break {
        /// A new line of the text or a new block, such as a list item.
        case line
        /// A line break of the source, which an editor may have inserted into a sentence.
        case wrap
        /// A line break of the source that means a space.
        case space
        /// The next cell of a table row.
        case cell
    }

    /// The text between two words.
    private enum Separator {
        case space, dot, comma

        /// The number of characters.
        var length: Int { self == .dot ? 3 : self == .comma ? 2 : 1 }
    }

    /// - Parameter title: The title of the note, which is shown above the excerpt.
    init(title: String = "") {
        self.title = title
    }

    /// Appends a line of text.
    ///
    /// - Parameter mark: The break between the words before and this line.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>, after mark: Break = .line) {
        guard !isFull, !isTitle(line) else { return }
        var separator = separator(for: mark)
        // Splitting by Unicode's white space takes ten times as long, and makes no difference here.
        var start = 0
        var characters = 0
        while !isFull, start < line.count {
            guard line[start] > 0x20 else {
                start += 1
                continue
            }
            var end = start
            // The number of bytes that begin a character.
            var count = 0
            while end < line.count, line[end] > 0x20 {
                if line[end] & 0xC0 != 0x80 { count += 1 }
                end += 1
            }
            append(word: line[start..<end], count, separator: separator)
            separator = .space
            characters += count + 1
            start = end
        }
        if characters > 0 { lineLength = characters }
    }

    private mutating func append(
        word: Slice<UnsafeBufferPointer<UInt8>>, _ count: Int, separator: Separator
    ) {
        // The ellipsis counts from the first word on.
        let margin = length == 0 ? 1 : separator.length
        guard length + margin + count <= Self.longest else {
            // A text without spaces, as in Japanese, is one long word.
            let room = Self.longest - length - margin
            let isCut = count > Self.cut && room > 0 && Self.isEastAsian(word.first ?? 0)
            if length == 0 || isCut {
                append(separator)
                bytes += String(decoding: word, as: UTF8.self).prefix(room).utf8
            }
            isFull = true
            return
        }
        append(separator)
        bytes.append(contentsOf: word)
        length += margin + count
    }

    private mutating func append(_ separator: Separator) {
        guard length > 0 else { return }
        switch separator {
        case .space: bytes.append(0x20)
        case .dot: bytes += " · ".utf8
        case .comma: bytes += ", ".utf8
        }
    }

    /// Returns true for the first byte of a kana or of a Chinese character of the basic plane.
    private static func isEastAsian(_ byte: UInt8) -> Bool { (0xE3...0xE9).contains(byte) }

    private func separator(for mark: Break) -> Separator {
        switch mark {
        case .cell: .comma
        case .space: .space
        case .wrap where lineLength >= Self.wrapped: .space
        case .line, .wrap: endsWithPunctuation ? .space : .dot
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) + (isFull ? "…" : "") }
}

// MARK: - Lines

extension ExcerptBuilder {
    /// True if the words so far end with a punctuation mark, possibly in quotation marks.
    private var endsWithPunctuation: Bool {
        var end = bytes.count
        while end > 0 {
            var start = end - 1
            while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            let character = Self.number(bytes[start..<end])
            guard Self.quotationMarks.contains(character) else {
                return Self.punctuation.contains(character)
            }
            end = start
        }
        return false
    }

    /// The punctuation marks after which a line needs no separator.
    private static let punctuation = ".!?:;,…。！？：；、，؟،؛".unicodeScalars.map(number)
    private static let quotationMarks = "\"'’”»".unicodeScalars.map(number)

    /// Returns the number that the bytes of a character are in UTF-8.
    private static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func number(_ scalar: Unicode.Scalar) -> UInt32 {
        number(UTF8.encode(scalar) ?? .init())
    }

    /// Returns true if a line is the first one with words, and these are the title's. Case and
    /// punctuation may differ, for letters of ASCII.
    private mutating func isTitle(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !title.isEmpty, line.contains(where: { $0 > 0x20 }) else { return false }
        defer { title = "" }
        return title.withUTF8 { title in
            var (index, place) = (0, 0)
            var count = 0
            while true {
                let letter = Self.nextLetter(in: line, from: &index)
                guard letter == Self.nextLetter(in: title, from: &place) else { return false }
                guard letter != nil else { return count > 0 }
                count += 1
            }
        }
    }

    /// Returns the next byte of a letter or digit, lower case for ASCII, and moves the index after
    /// it; nil at the end.
    private static func nextLetter(
        in text: UnsafeBufferPointer<UInt8>, from index: inout Int
    ) -> UInt8? {
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte.isLetter { return byte | 0x20 }
            if byte.isDigit || byte >= 0x80 { return byte }
        }
        return nil
    }
}
