import MarkdownText
import NoteModel

/// Collects the words of a paragraph as Markdown: text, emphasis, and markup of other kinds.
struct InlineMarkdown {
    private enum Piece {
        case text(String)
        /// Markdown that is complete, such as a link.
        case markup(String)
        case lineBreak
        /// The start or the end of emphasis. Both have the number of the pair.
        case mark(String, pair: Int, isStart: Bool)
    }

    private var pieces: [Piece] = []
    private var openMarks: [(text: String, pair: Int)] = []
    private var pairs = 0
    /// True if a space is due before the next words.
    private var isSpaceDue = false
    private let escaping: MarkdownEscaping

    init(_ escaping: MarkdownEscaping) { self.escaping = escaping }

    /// True at the start of a line and after a space, where another space means nothing.
    private var isAfterSpace: Bool {
        for piece in pieces.lazy.reversed() {
            switch piece {
            case .mark: continue
            case .lineBreak: return true
            case .text(let text): return text.last == " "
            case .markup: return false
            }
        }
        return true
    }

    /// Appends words, in which any number of spaces count as one.
    mutating func append(text: String) {
        var words = ""
        for character in text {
            if character.isWhitespace {
                isSpaceDue = true
            } else {
                if isSpaceDue, !words.isEmpty || !isAfterSpace { words += " " }
                isSpaceDue = false
                words.append(character)
            }
        }
        if !words.isEmpty { pieces.append(.text(words)) }
    }

    /// Appends Markdown that is complete.
    mutating func append(markup: String) {
        guard !markup.isEmpty else { return }
        appendDueSpace()
        pieces.append(.markup(markup))
    }

    private mutating func appendDueSpace() {
        if isSpaceDue, !isAfterSpace { pieces.append(.text(" ")) }
        isSpaceDue = false
    }

    mutating func appendLineBreak() {
        isSpaceDue = false
        // Emphasis may not contain an empty line.
        let marks = openMarks
        for mark in marks.reversed() { end(mark.text) }
        pieces.append(.lineBreak)
        for mark in marks { start(mark.text) }
    }

    /// Begins emphasis with `*`, `**` or `~~`. Within itself it is ignored.
    mutating func start(_ mark: String) {
        // Emphasis that follows the same is part of it.
        if !isSpaceDue, case .mark(mark, let pair, isStart: false)? = pieces.last {
            pieces.removeLast()
            openMarks.append((mark, pair))
            return
        }
        appendDueSpace()
        pairs += 1
        pieces.append(.mark(mark, pair: pairs, isStart: true))
        openMarks.append((mark, pairs))
    }

    mutating func end(_ mark: String) {
        guard let last = openMarks.last, last.text == mark else { return }
        openMarks.removeLast()
        // Emphasis of nothing would be shown as asterisks.
        if case .mark(_, last.pair, true)? = pieces.last {
            pieces.removeLast()
        } else {
            pieces.append(.mark(mark, pair: last.pair, isStart: false))
        }
    }

    func isOpen(_ mark: String) -> Bool { openMarks.contains { $0.text == mark } }

    /// The Markdown, without spaces and line breaks around it.
    var markdown: String {
        let unusable = unusablePairs
        var markdown = ""
        // Adjacent words are escaped as one text.
        var words = ""
        func takeWords() {
            if !words.isEmpty { markdown += escaping.inline(words) }
            words = ""
        }
        for piece in pieces {
            switch piece {
            case .text(let text): words += text
            case .markup(let markup):
                takeWords()
                markdown += markup
            case .lineBreak:
                takeWords()
                markdown += "\n"
            case .mark(let mark, let pair, _):
                guard !unusable.contains(pair) else { continue }
                takeWords()
                markdown += mark
            }
        }
        takeWords()
        return markdown.trimmed
    }

    /// The pairs that are not emphasis by the rules of CommonMark (section 6.2): a mark between a
    /// word and punctuation belongs to the punctuation.
    private var unusablePairs: Set<Int> {
        var unusable: Set<Int> = []
        for (index, piece) in pieces.enumerated() {
            guard case .mark(_, let pair, let isStart) = piece else { continue }
            let before = neighbor(in: pieces[..<index].reversed()) { $0.last }
            let after = neighbor(in: pieces[(index + 1)...]) { $0.first }
            let (inner, outer) = isStart ? (after, before) : (before, after)
            let isWord = outer.map { $0.isLetter || $0.isNumber } ?? false
            let isPunctuation = inner.map { !$0.isLetter && !$0.isNumber } ?? true
            if isWord && isPunctuation { unusable.insert(pair) }
        }
        return unusable
    }

    private func neighbor(
        in pieces: some Sequence<Piece>, character: (String) -> Character?
    ) -> Character? {
        for piece in pieces {
            switch piece {
            case .mark: continue
            case .lineBreak: return nil
            case .text(let text), .markup(let text): return character(text)
            }
        }
        return nil
    }
}
