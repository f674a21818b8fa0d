import NoteModel

/// Collects the words of a paragraph as Markdown: text, emphasis, and markup of other kinds.
struct InlineMarkdown {
    private enum Piece {
        case text(String)
        /// Markdown that is complete, such as a link.
        case markup(String)
        case lineBreak
    }

    private var pieces: [(content: Piece, emphasis: EmphasizedLine.Emphasis)] = []
    /// The emphasis of what is appended.
    var emphasis: EmphasizedLine.Emphasis = []
    /// True if a space is due before the next words.
    private var isSpaceDue = false
    private let escaping: MarkdownEscaping
    private let isLabel: Bool

    /// - Parameter isLabel: True for the words of a link.
    init(_ escaping: MarkdownEscaping, isLabel: Bool = false) {
        (self.escaping, self.isLabel) = (escaping, isLabel)
    }

    /// True at the start of a line and after a space, where another space means nothing.
    private var isAfterSpace: Bool {
        switch pieces.last?.content {
        case .lineBreak?, nil: true
        case .text(let text)?: text.last == " "
        case .markup?: false
        }
    }

    /// Appends words, in which any number of spaces count as one. The line breaks of Unicode, which
    /// programs write where somebody typed one, break the line as in every other text.
    mutating func append(text: String) {
        var words = ""
        for character in text {
            // An ideographic space at the start of a paragraph indents it.
            if character.asciiValue.map({ $0 <= 0x20 })
                ?? (character.isWhitespace && character != "\u{3000}")
            {
                isSpaceDue = true
                guard Self.lineBreaks.contains(character) else { continue }
                if !words.isEmpty { pieces.append((.text(words), emphasis)) }
                words = ""
                appendLineBreak()
            } else {
                if isSpaceDue, !words.isEmpty || !isAfterSpace { words += " " }
                isSpaceDue = false
                words.append(character)
            }
        }
        if !words.isEmpty { pieces.append((.text(words), emphasis)) }
    }

    private static let lineBreaks: Set<Character> = ["\u{0B}", "\u{0C}", "\u{2028}", "\u{2029}"]

    /// Appends Markdown that is complete.
    mutating func append(markup: String) {
        guard !markup.isEmpty else { return }
        if isSpaceDue, !isAfterSpace { pieces.append((.text(" "), emphasis)) }
        isSpaceDue = false
        pieces.append((.markup(markup), emphasis))
    }

    mutating func appendLineBreak() {
        isSpaceDue = false
        pieces.append((.lineBreak, []))
    }

    /// The Markdown, without spaces and line breaks around it.
    var markdown: String {
        var markdown = ""
        var line = EmphasizedLine()
        // Adjacent words are escaped as one text.
        var words = ""
        for (index, (content, emphasis)) in pieces.enumerated() {
            switch content {
            case .text(let text):
                words += text
                if pieces.indices.contains(index + 1), pieces[index + 1].emphasis == emphasis,
                    case .text = pieces[index + 1].content
                {
                    continue
                }
                line.append(text: escaping.inline(words, isLabel: isLabel), emphasis)
                words = ""
            case .markup(let markup): line.append(markup: markup, emphasis)
            case .lineBreak:
                markdown += line.markdown + "\n"
                line = EmphasizedLine()
            }
        }
        markdown += line.markdown
        while markdown.last?.isTrimmed == true { markdown.removeLast() }
        return String(markdown.drop(while: \.isTrimmed))
    }
}

extension Character {
    fileprivate var isTrimmed: Bool { isWhitespace && self != "\u{3000}" }
}
