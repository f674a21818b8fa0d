import NoteModel

/// Writes the paragraphs of a text as Markdown. A paragraph is a line, since notes show the line
/// breaks of their texts; empty lines separate blocks of different kinds.
struct AppleNotesMarkdown {
    typealias Text = AppleNotesText

    /// The Markdown in place of a file in a text.
    enum Shown {
        /// Markdown within a line, which pictures below each other may divide.
        case inline(String)
        /// Words of the app, such as a hashtag, and their Markdown.
        case words(String, markdown: String)
        /// A block of lines, such as a table.
        case block([String])
        case nothing

        /// The number of bytes.
        var size: Int {
            switch self {
            case .inline(let markdown), .words(_, let markdown): markdown.utf8.count
            case .block(let lines): lines.reduce(0) { $0 + $1.utf8.count }
            case .nothing: 0
            }
        }
    }

    /// Returns what is shown for a file.
    private let shown: (_ identifier: String, _ type: String) -> Shown
    private var lines: [String] = []
    /// The kind of the block of the last line; nil after an empty line.
    private var last: Block?
    /// The lines of code that are not written yet.
    private var code: [String] = []
    /// For each open level of a list the kind of its items, their number so far, and the width of
    /// their signs.
    private var levels: [(kind: Block, count: Int, width: Int)] = []
    /// The sign after the numbers of a list. Another one begins a new list after an empty line.
    private var numberSign = "."
    /// True if the last line that is not empty is of a list with numbers.
    private var isAfterNumbers = false

    private struct Block: Equatable {
        let kind: Text.ParagraphStyle.Kind
        let isQuote: Bool
    }

    private static let escaping = MarkdownEscaping()

    /// Returns the Markdown of a text.
    static func text(
        of paragraphs: some Sequence<Text.Paragraph>,
        shown: @escaping (_ identifier: String, _ type: String) -> Shown
    ) -> String {
        var markdown = AppleNotesMarkdown(shown)
        for paragraph in paragraphs { markdown.append(paragraph) }
        markdown.endCode()
        return markdown.lines.joined(separator: "\n").withoutOuterLineBreaks
    }

    /// Returns the Markdown of a text on one line, for a cell of a table.
    static func cell(
        _ text: Text, shown: @escaping (_ identifier: String, _ type: String) -> Shown
    ) -> String {
        let markdown = AppleNotesMarkdown(shown)
        return text.paragraphs.map { markdown.pieces(of: $0).lines.joined(separator: " ") }
            .joined(separator: " ").escapedBars.trimmed
    }

    private init(_ shown: @escaping (String, String) -> Shown) { self.shown = shown }

    private mutating func append(_ paragraph: Text.Paragraph) {
        let style = paragraph.style
        let block = Block(kind: style.kind.simplified, isQuote: style.isQuote)
        if block.kind == .code {
            appendCode(paragraph, block)
            return
        }
        endCode()
        if !style.kind.isListed { levels = [] }
        var (text, blocks) = pieces(of: paragraph)
        if !text.allSatisfy(\.isBlank) {
            // An item without words would be the underline of a heading.
            if style.kind.isListed { text = Array(text.drop(while: \.isBlank)) }
            write(text, style, block)
        } else if blocks.isEmpty {
            appendEmptyLine()
        }
        for lines in blocks {
            appendEmptyLine()
            for line in lines { write(line, block) }
            appendEmptyLine()
        }
    }

    private mutating func appendEmptyLine() {
        if let line = lines.last, !line.isEmpty { lines.append("") }
        last = nil
    }

    private mutating func write(_ line: String, _ block: Block) {
        lines.append(block.isQuote ? line.isEmpty ? ">" : "> " + line : line)
    }

    /// Writes a line, or several of an item of a list, after an empty line if it begins a block.
    private mutating func write(_ text: [String], _ style: Text.ParagraphStyle, _ block: Block) {
        if levels.isEmpty {
            if style.kind == .number {
                numberSign = last == nil && isAfterNumbers && numberSign == "." ? ")" : "."
            }
            isAfterNumbers = style.kind == .number
        }
        if let last {
            let isNext =
                last == block && (block.kind == .body || style.kind.isListed)
                || last.isQuote == block.isQuote && last.kind.isListed && style.kind.isListed
            if !isNext {
                if last == block { write("", block) } else { appendEmptyLine() }
            }
        }
        last = block
        switch style.kind {
        case .heading(let level):
            // The last number sign would close the heading.
            let words = text.joined(separator: " ")
            let end = words.hasSuffix("#") ? words.dropLast() + "\\#" : words
            write(String(repeating: "#", count: level) + " " + end, block)
        case .bullet, .number, .task: writeItem(text, style, block)
        case .body, .code: for line in text { write(line, block) }
        }
    }

    private mutating func writeItem(
        _ text: [String], _ style: Text.ParagraphStyle, _ block: Block
    ) {
        // A quote within a list, or a list after it, begins anew.
        if levels.last?.kind.isQuote != block.isQuote { levels = [] }
        // A level can be at most one above that of the line before it.
        let level = min(style.indent, levels.count, Text.maximumIndent)
        let before = level < levels.count && levels[level].kind == block ? levels[level].count : 0
        levels.removeSubrange(level...)
        let sign = style.kind == .number ? "\(before + 1)\(numberSign) " : "- "
        let start = String(repeating: " ", count: levels.reduce(0) { $0 + $1.width })
        levels.append((block, before + 1, sign.utf8.count))
        let box: String
        if case .task(let isDone) = style.kind { box = isDone ? "[x] " : "[ ] " } else { box = "" }
        let rest = start + String(repeating: " ", count: sign.utf8.count)
        for (position, line) in text.enumerated() {
            write(position == 0 ? start + sign + box + line : rest + line, block)
        }
    }

    // MARK: - Code

    private mutating func appendCode(_ paragraph: Text.Paragraph, _ block: Block) {
        if last != block { endCode() }
        if code.isEmpty, last != nil { appendEmptyLine() }
        (levels, isAfterNumbers) = ([], false)
        last = block
        var (words, files) = ("", paragraph)
        files.parts.removeAll { part in
            switch part.content {
            case .words(let own): words += own
            case .file(let identifier, let type):
                guard case .words(let own, _) = shown(identifier, type) else { return false }
                words += own
            }
            return true
        }
        code.append(words.replacing("\u{2028}", with: "\n"))
        // Code has no files; they follow it.
        guard !files.parts.isEmpty else { return }
        files.style.kind = .body
        append(files)
    }

    private mutating func endCode() {
        guard !code.isEmpty else { return }
        let block = last ?? Block(kind: .code, isQuote: false)
        // Only lines between others are part of the block.
        while code.last?.isBlank == true { code.removeLast() }
        let content = code.joined(separator: "\n")
        code = []
        guard !content.isBlank else { return appendEmptyLine() }
        let fence = String(repeating: "`", count: max(3, content.longestRun(of: "`") + 1))
        for line in [fence]
            + content.split(separator: "\n", omittingEmptySubsequences: false)
            .map({ String($0) }) + [fence]
        {
            write(line, block)
        }
    }

    // MARK: - Words

    /// Returns the Markdown of a paragraph in lines, and the blocks of its files.
    private func pieces(of paragraph: Text.Paragraph) -> (lines: [String], blocks: [[String]]) {
        // Most paragraphs are plain words.
        if paragraph.parts.count == 1, paragraph.parts[0].style == .init(),
            let words = paragraph.parts[0].words, !words.utf8.contains(0xE2)
        {
            return ([MarkdownEscaping.lines(Self.escaping.inline(words))], [])
        }
        var blocks: [[String]] = []
        var text = ""
        var line = StyledLine(escaping: Self.escaping)
        let isHeading = if case .heading = paragraph.style.kind { true } else { false }
        for part in paragraph.parts {
            var style = part.style
            // Headings are bold anyway.
            if isHeading { style.isBold = false }
            switch part.content {
            case .words(let words):
                for (position, words) in words.dividedAtSoftReturns.enumerated() {
                    if position > 0 { text += line.taken() + "\n" }
                    line.append(words, style)
                }
            case .file(let identifier, let type):
                switch shown(identifier, type) {
                case .inline(let markdown), .words(_, let markdown):
                    line.append(attachment: markdown, style)
                case .block(let lines): blocks.append(lines)
                case .nothing: break
                }
            }
        }
        text += line.taken()
        let lines = MarkdownEscaping.lines(text).utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.map { String(Substring($0)) }, blocks)
    }
}

extension String {
    /// The parts of the text between line separators (U+2028), which the app writes for Shift-Return.
    fileprivate var dividedAtSoftReturns: [Substring] {
        utf8.contains(0xE2)
            ? split(separator: "\u{2028}", omittingEmptySubsequences: false) : [self[...]]
    }
}

extension String {
    /// The text with its vertical bars escaped, which would divide the cell of a table. Compares
    /// bytes: a bar may be combined with the character after it.
    fileprivate var escapedBars: String {
        guard utf8.contains(UInt8(ascii: "|")) else { return self }
        return String(
            decoding: utf8.flatMap { $0 == UInt8(ascii: "|") ? [UInt8(ascii: "\\"), $0] : [$0] },
            as: UTF8.self)
    }
}

extension AppleNotesText.ParagraphStyle.Kind {
    var isListed: Bool {
        switch self {
        case .bullet, .number, .task: true
        case .body, .code, .heading: false
        }
    }

    /// The kind without the state of a task.
    fileprivate var simplified: Self {
        if case .task = self { .task(isDone: false) } else { self }
    }
}
